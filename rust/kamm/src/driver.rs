//! Drivers that follow a path as fast as the car can hold it.

use core::marker::PhantomData;
use core::ptr::{null_mut, NonNull};

use crate::error::create;
use crate::{sys, Ground, Group, LinePoint, Model, Placement, Result};

/// A path for drivers, such as the middle of a circuit.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    /// x, y of 3 or more points, some metres apart.
    pub points_m: &'a [[f64; 2]],
    /// Width of the road.
    pub width_m: f64,
    /// Whether the last point leads to the first.
    pub closed: bool,
    /// Distances from each point to the road's right and left edge; None: half the width.
    pub sides_m: Option<&'a [[f64; 2]]>,
    /// Height of the road at each point; None: 0.
    pub heights_m: Option<&'a [f64]>,
    /// Bank of the road at each point, positive with its left side up; None: 0.
    pub banks_rad: Option<&'a [f64]>,
}

impl Path<'_> {
    fn to_raw(self) -> sys::kamm_path {
        let count = self.points_m.len();
        let numbers = |list: Option<&[f64]>| {
            list.map_or(null_mut(), |list| {
                assert_eq!(list.len(), count, "a number for each point");
                list.as_ptr().cast_mut()
            })
        };
        sys::kamm_path {
            count: count as i32,
            points_m: self.points_m.as_ptr().cast_mut(),
            width_m: self.width_m,
            closed: self.closed.into(),
            sides_m: self.sides_m.map_or(null_mut(), |list| {
                assert_eq!(list.len(), count, "two numbers for each point");
                list.as_ptr().cast_mut()
            }),
            heights_m: numbers(self.heights_m),
            banks_rad: numbers(self.banks_rad),
            ..Default::default()
        }
    }
}

/// A smoothed path with heading and curvature. It never changes.
#[derive(Debug)]
pub struct Line(NonNull<sys::kamm_line>);

// SAFETY: a line is immutable, and its count of users is atomic.
unsafe impl Send for Line {}
unsafe impl Sync for Line {}

impl Line {
    /// Creates the line of a path, with the path's heights and banks.
    pub fn new(path: &Path<'_>) -> Result<Self> {
        let path = path.to_raw();
        // SAFETY: the call reads the path's arrays, and keeps none of them.
        create(|error| unsafe { sys::kamm_create_line(&path, error) }).map(Line)
    }

    /// Creates the line of a path with heights and banks of a ground.
    pub fn on(path: &Path<'_>, ground: &Ground<'_>) -> Result<Self> {
        let path = path.to_raw();
        // SAFETY: as in `new`; the ground is not kept.
        create(|error| unsafe { sys::kamm_create_line_on(&path, ground.as_raw(), error) }).map(Line)
    }

    /// Length in m.
    pub fn length_m(&self) -> f64 {
        // SAFETY: it only reads.
        unsafe { sys::kamm_line_length_m(self.0.as_ptr()) }
    }

    /// The point at a distance along the line.
    pub fn at(&self, station_m: f64) -> LinePoint {
        // SAFETY: it only reads.
        unsafe { sys::kamm_line_at(self.0.as_ptr(), station_m) }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        // SAFETY: the line is owned here; plans keep it by its count.
        unsafe { sys::kamm_destroy_line(self.0.as_ptr()) }
    }
}

/// The highest speed of a car at each place of a line. It never changes.
#[derive(Debug)]
pub struct Plan(NonNull<sys::kamm_plan>);

// SAFETY: a plan is immutable.
unsafe impl Send for Plan {}
unsafe impl Sync for Plan {}

impl Plan {
    /// Creates a plan that uses a share `grip` of the tyres' friction.
    pub fn new(line: &Line, model: &Model, grip: f64) -> Result<Self> {
        // SAFETY: the plan keeps its line.
        create(|error| unsafe { sys::kamm_create_plan(line.0.as_ptr(), model.as_ptr(), grip, error) }).map(Plan)
    }

    /// Planned speed at a distance along the line.
    pub fn speed_mps(&self, station_m: f64) -> f64 {
        // SAFETY: it only reads.
        unsafe { sys::kamm_planned_speed_mps(self.0.as_ptr(), station_m) }
    }

    /// Planned time from the start of the line to its end.
    pub fn time_s(&self) -> f64 {
        // SAFETY: it only reads.
        unsafe { sys::kamm_planned_time_s(self.0.as_ptr()) }
    }

    /// A driver whose car starts at a distance along the line.
    pub fn driver(&self, station_m: f64) -> Driver<'_> {
        // SAFETY: the driver borrows the plan.
        Driver { raw: unsafe { sys::kamm_driver_on(self.0.as_ptr(), station_m) }, plan: PhantomData }
    }
}

impl Drop for Plan {
    fn drop(&mut self) {
        // SAFETY: the plan is owned here, and no driver borrows it.
        unsafe { sys::kamm_destroy_plan(self.0.as_ptr()) }
    }
}

/// A driver on a plan. It is plain data and may be copied.
#[derive(Clone, Copy, Debug)]
pub struct Driver<'p> {
    raw: sys::kamm_driver,
    plan: PhantomData<&'p Plan>,
}

// SAFETY: a driver is data and a reference to an immutable plan.
unsafe impl Send for Driver<'_> {}

impl Driver<'_> {
    /// The placement of the driver's start.
    pub fn start(&self) -> Placement {
        // SAFETY: the plan lives.
        unsafe { sys::kamm_driver_start(&self.raw) }
    }

    /// Sets steering wheel, pedals and gear of a car for the next `interval_s`, 0.005 to 0.02 s.
    pub fn drive(&mut self, group: &mut Group, car: usize, interval_s: f64) {
        let car = group.index(car);
        // SAFETY: the plan lives, and the index is checked.
        unsafe { sys::kamm_drive_path(&mut self.raw, group.as_mut_ptr(), car, interval_s) }
    }

    /// Distance of the car along the line.
    pub fn station_m(&self) -> f64 {
        self.raw.station_m
    }

    /// Distance of the car to the left of the line.
    pub fn left_m(&self) -> f64 {
        self.raw.left_m
    }

    /// Distance driven along the line.
    pub fn driven_m(&self) -> f64 {
        self.raw.driven_m
    }

    /// Makes the driver aim at a distance to the left of the line.
    pub fn aim_left(&mut self, left_m: f64) {
        self.raw.aim_left_m = left_m;
    }
}
