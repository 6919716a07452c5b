//! Combinations: vehicles with trailers.

use alloc::vec::Vec;
use core::ptr::{null, NonNull};

use crate::error::{check, create};
use crate::vehicle::filled;
use crate::{sys, Ground, Group, HitchState, Model, Placement, Result};

/// Combinations of a towing vehicle and its trailers, one or many.
#[derive(Debug)]
pub struct Combinations(NonNull<sys::kamm_combinations>);

// SAFETY: as of cars.
unsafe impl Send for Combinations {}

impl Combinations {
    /// Creates combinations of these units; the first one tows.
    pub fn new(units: &[&Model], count: usize) -> Result<Self> {
        let models: Vec<_> = units.iter().map(|model| model.as_ptr()).collect();
        // SAFETY: the models live during the call, and the combinations keep them.
        create(|error| unsafe {
            sys::kamm_create_combinations(models.as_ptr(), models.len() as i32, count as i32, error)
        })
        .map(Combinations)
    }

    /// The number of combinations.
    pub fn len(&self) -> usize {
        // SAFETY: it only reads.
        unsafe { sys::kamm_combination_count(self.0.as_ptr()) as usize }
    }

    /// Whether there is no combination.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of units of each.
    pub fn unit_count(&self) -> usize {
        // SAFETY: it only reads.
        unsafe { sys::kamm_combination_units(self.0.as_ptr()) as usize }
    }

    fn index(&self, index: usize) -> i32 {
        assert!(index < self.len(), "combination {index} of {}", self.len());
        index as i32
    }

    fn unit_index(&self, unit: usize, first: usize) -> i32 {
        assert!((first..self.unit_count()).contains(&unit), "unit {unit} of {}", self.unit_count());
        unit as i32
    }

    /// Unit `unit` of all combinations, to read it. Unit 0 tows.
    pub fn unit(&self, unit: usize) -> &Group {
        let unit = self.unit_index(unit, 0);
        // SAFETY: the cars live as long as the combinations.
        unsafe { Group::from_ptr(sys::kamm_combination_cars(self.0.as_ptr(), unit)) }
    }

    /// Unit `unit` of all combinations, for inputs.
    pub fn unit_mut(&mut self, unit: usize) -> &mut Group {
        let unit = self.unit_index(unit, 0);
        // SAFETY: the cars live as long as the combinations, which are borrowed here alone.
        unsafe { Group::from_ptr_mut(sys::kamm_combination_cars(self.0.as_ptr(), unit)) }
    }

    /// Places a coupled combination. Each trailer is turned by its angle against the unit before it; no angles: straight.
    pub fn place(&mut self, index: usize, at: &Placement, articulation_rad: &[f64]) {
        let index = self.index(index);
        let angles = articulation_rad.len();
        assert!(
            angles == 0 || angles == self.unit_count() - 1,
            "{angles} angles of {} trailers",
            self.unit_count() - 1
        );
        let angles = if angles == 0 { null() } else { articulation_rad.as_ptr() };
        // SAFETY: there is an angle for each trailer, or none.
        unsafe { sys::kamm_place_combination(self.0.as_ptr(), index, at, angles) }
    }

    /// Steps all combinations by whole substeps.
    pub fn step(&mut self, ground: &Ground<'_>, substeps: u32) {
        let substeps = i32::try_from(substeps).expect("a number of substeps");
        // SAFETY: combinations that are owned here are in no world.
        unsafe { sys::kamm_step_combinations(self.0.as_ptr(), ground.as_raw(), substeps) }
    }

    /// Couples unit `unit` (1 …) to the one before it. Error: it is too far away.
    pub fn couple(&mut self, index: usize, unit: usize) -> Result<()> {
        let (index, unit) = (self.index(index), self.unit_index(unit, 1));
        // SAFETY: indices are checked.
        check(|error| unsafe { sys::kamm_couple(self.0.as_ptr(), index, unit, error) })
    }

    /// Uncouples unit `unit` (1 …).
    pub fn uncouple(&mut self, index: usize, unit: usize) {
        let (index, unit) = (self.index(index), self.unit_index(unit, 1));
        // SAFETY: indices are checked.
        unsafe { sys::kamm_uncouple(self.0.as_ptr(), index, unit) }
    }

    /// State of the hitch between unit `unit` (1 …) and the one before it.
    pub fn hitch(&self, index: usize, unit: usize) -> HitchState {
        let (index, unit) = (self.index(index), self.unit_index(unit, 1));
        let mut state = HitchState::default();
        // SAFETY: indices are checked.
        unsafe { sys::kamm_read_hitch(self.0.as_ptr(), index, unit, &mut state) };
        state
    }

    /// The bytes of all states and inputs.
    pub fn save(&self) -> Vec<u8> {
        // SAFETY: the call writes as many bytes as it says.
        unsafe {
            let size = sys::kamm_combinations_snapshot_size(self.0.as_ptr());
            filled(size, |to| sys::kamm_save_combinations(self.0.as_ptr(), to))
        }
    }

    /// Restores the bytes of [`Combinations::save`].
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        // SAFETY: the call checks all bytes.
        check(|error| unsafe {
            sys::kamm_restore_combinations(self.0.as_ptr(), bytes.as_ptr().cast(), bytes.len(), error)
        })
    }

    /// A hash of all states.
    pub fn hash(&self) -> u64 {
        // SAFETY: it only reads.
        unsafe { sys::kamm_combinations_hash(self.0.as_ptr()) }
    }
}

impl Drop for Combinations {
    fn drop(&mut self) {
        // SAFETY: they are owned here.
        unsafe { sys::kamm_destroy_combinations(self.0.as_ptr()) }
    }
}
