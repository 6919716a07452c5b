//! Cars: creating, placing, stepping and reading them.

use alloc::vec::Vec;
use core::ffi::CStr;
use core::fmt;
use core::ops::{Deref, DerefMut};
use core::ptr::{null, NonNull};

use crate::error::{check, create};
use crate::vehicle::filled;
use crate::{
    sys, Channel, DriverRequest, Ground, Input, InputAssist, Model, ModelInfo, Motion, Placement, Pose, Result,
    RideRequest, WheelChannel, WheelContact, WheelPose, CARS_PER_BLOCK,
};

/// Cars that are stepped by themselves. What all groups of cars can do is in [`Group`], to which it dereferences.
pub struct Cars(NonNull<sys::kamm_cars>);

/// A group of cars: [`Cars`], or those of a world or of combinations, which step them.
#[repr(transparent)]
pub struct Group(sys::kamm_cars);

// SAFETY: different threads may use different cars; models are shared by atomic counts.
unsafe impl Send for Cars {}
unsafe impl Send for Group {}

impl Cars {
    /// Creates cars of one model, at the origin until they are placed.
    pub fn new(model: &Model, count: usize) -> Result<Self> {
        let count = i32::try_from(count).expect("a count of cars");
        // SAFETY: the model lives during the call, and the cars keep it.
        create(|error| unsafe { sys::kamm_create_cars(model.as_ptr(), count, error) }).map(Cars)
    }

    /// Creates a car of each model. All need the same rung, substep and wheels.
    pub fn mixed(models: &[&Model]) -> Result<Self> {
        let models: Vec<_> = models.iter().map(|model| model.as_ptr()).collect();
        // SAFETY: as in `new`.
        create(|error| unsafe { sys::kamm_create_mixed_cars(models.as_ptr(), models.len() as i32, error) }).map(Cars)
    }

    /// Steps all cars by whole substeps, 1/240 s each by default.
    pub fn step(&mut self, ground: &Ground<'_>, substeps: u32) {
        let substeps = i32::try_from(substeps).expect("a number of substeps");
        // SAFETY: cars that are owned here are in no world and no combination.
        unsafe { sys::kamm_step(self.0.as_ptr(), ground.as_raw(), substeps) }
    }
}

impl Drop for Cars {
    fn drop(&mut self) {
        // SAFETY: the cars are owned here.
        unsafe { sys::kamm_destroy_cars(self.0.as_ptr()) }
    }
}

impl Deref for Cars {
    type Target = Group;
    fn deref(&self) -> &Group {
        // SAFETY: the pointer is that of living cars.
        unsafe { Group::from_ptr(self.0.as_ptr()) }
    }
}

impl DerefMut for Cars {
    fn deref_mut(&mut self) -> &mut Group {
        // SAFETY: the pointer is that of living cars, which are borrowed here alone.
        unsafe { Group::from_ptr_mut(self.0.as_ptr()) }
    }
}

impl fmt::Debug for Cars {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(to)
    }
}

impl fmt::Debug for Group {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{} cars", self.len())
    }
}

/// Where a state lies in a block of cars, for [`Group::state_row`]. Fields are numbered as by `kamm_car_state_fields` and its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateRow {
    /// A state of the car.
    Car(usize),
    /// A state of a body point: point, field.
    BodyPoint(usize, usize),
    /// A state of an axle: axle, field.
    Axle(usize, usize),
    /// A state of a wheel: wheel, field.
    Wheel(usize, usize),
}

impl Group {
    /// # Safety
    /// `cars` are living, and nobody changes them while the reference lives.
    pub(crate) unsafe fn from_ptr<'a>(cars: *const sys::kamm_cars) -> &'a Group {
        // SAFETY: the caller's promise; a Group has no bytes of its own.
        unsafe { &*cars.cast() }
    }

    /// # Safety
    /// `cars` are living, and nobody else uses them while the reference lives.
    pub(crate) unsafe fn from_ptr_mut<'a>(cars: *mut sys::kamm_cars) -> &'a mut Group {
        // SAFETY: the caller's promise.
        unsafe { &mut *cars.cast() }
    }

    /// The object of the C interface.
    pub fn as_ptr(&self) -> *const sys::kamm_cars {
        core::ptr::from_ref(self).cast()
    }

    /// The object of the C interface, to change it.
    pub fn as_mut_ptr(&mut self) -> *mut sys::kamm_cars {
        core::ptr::from_mut(self).cast()
    }

    /// The number of cars.
    pub fn len(&self) -> usize {
        // SAFETY: it only reads.
        unsafe { sys::kamm_count(self.as_ptr()) as usize }
    }

    /// Whether there is no car.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The C index of a car.
    pub(crate) fn index(&self, car: usize) -> i32 {
        let count = self.len();
        assert!(car < count, "car {car} of {count}");
        car as i32
    }

    /// Inputs of all cars.
    pub fn inputs(&self) -> &[Input] {
        // SAFETY: the array has one struct per car, and lives as long as the cars.
        unsafe { core::slice::from_raw_parts(sys::kamm_inputs(self.as_ptr().cast_mut()), self.len()) }
    }

    /// Inputs of all cars, to write them between steps.
    pub fn inputs_mut(&mut self) -> &mut [Input] {
        let count = self.len();
        // SAFETY: as in `inputs`.
        unsafe { core::slice::from_raw_parts_mut(sys::kamm_inputs(self.as_mut_ptr()), count) }
    }

    /// A car, to read it.
    pub fn car(&self, car: usize) -> Car<'_> {
        Car { group: self, index: self.index(car) }
    }

    /// All cars, to read them.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Car<'_>> {
        (0..self.len()).map(|car| self.car(car))
    }

    /// Places a car with its springs in equilibrium, and clears its faults and inputs. An error says why a placement is refused.
    pub fn place(&mut self, car: usize, at: &Placement) -> Result<()> {
        let car = self.index(car);
        // SAFETY: index and placement are checked.
        unsafe {
            check(|error| sys::kamm_check_placement(self.as_ptr(), car, at, error))?;
            sys::kamm_place(self.as_mut_ptr(), car, at);
        }
        Ok(())
    }

    /// Hands a car's motion over to a car of another group, of any rung or model.
    pub fn hand_over(&self, car: usize, to: &mut Group, to_car: usize) {
        // SAFETY: indices are checked.
        unsafe { sys::kamm_hand_over(self.as_ptr(), self.index(car), to.as_mut_ptr(), to.index(to_car)) }
    }

    /// Reads channels of all cars by names as in C, `c"speed_mps"` or `c"wheels[0].load_n"`: `outputs[car][channel]`.
    pub fn read_channels(&self, channels: &[&CStr], outputs: &mut [f64]) -> Result<()> {
        assert_eq!(outputs.len(), channels.len() * self.len(), "a number for each channel of each car");
        let names: Vec<_> = channels.iter().map(|name| name.as_ptr()).collect();
        // SAFETY: the outputs have room for all.
        check(|error| unsafe {
            sys::kamm_read_channels(self.as_ptr(), names.len() as i32, names.as_ptr(), outputs.as_mut_ptr(), error)
        })
    }

    fn row_place(&self, row: StateRow) -> (sys::kamm_state_row_kind, usize, usize, usize, usize) {
        let info = self.car(0).model_info();
        let mut fields = 0;
        // SAFETY: the lists are constants.
        unsafe {
            let (kind, item, field, items) = match row {
                StateRow::Car(field) => {
                    sys::kamm_car_state_fields(&mut fields);
                    (sys::KAMM_ROW_CAR, 0, field, 1)
                }
                StateRow::BodyPoint(point, field) => {
                    sys::kamm_body_point_state_fields(&mut fields);
                    (sys::KAMM_ROW_BODY_POINT, point, field, sys::KAMM_BODY_POINTS as usize)
                }
                StateRow::Axle(axle, field) => {
                    sys::kamm_axle_state_fields(&mut fields);
                    (sys::KAMM_ROW_AXLE, axle, field, info.axle_count as usize)
                }
                StateRow::Wheel(wheel, field) => {
                    sys::kamm_wheel_state_fields(&mut fields);
                    (sys::KAMM_ROW_WHEEL, wheel, field, info.wheel_count as usize)
                }
            };
            (kind, item, field, items, fields as usize)
        }
    }

    /// The state of the 16 cars of a block, in place. None: the rung lacks it. Car i is element i % 16 of block i / 16.
    pub fn state_row(&self, block: usize, row: StateRow) -> Option<&[f32; CARS_PER_BLOCK]> {
        let (kind, item, field, items, fields) = self.row_place(row);
        assert!(
            block < self.len().div_ceil(CARS_PER_BLOCK) && item < items && field < fields,
            "{row:?} of block {block}"
        );
        // SAFETY: the place exists; a row has 16 floats and keeps its address.
        unsafe {
            let at = sys::kamm_state_row(self.as_ptr().cast_mut(), block as i32, kind, item as i32, field as i32);
            at.cast::<[f32; CARS_PER_BLOCK]>().as_ref()
        }
    }

    /// The bytes of all states and inputs.
    pub fn save(&self) -> Vec<u8> {
        // SAFETY: the call writes as many bytes as it says.
        unsafe { filled(sys::kamm_snapshot_size(self.as_ptr()), |to| sys::kamm_save_snapshot(self.as_ptr(), to)) }
    }

    /// Restores the bytes of [`Group::save`]. The cars then continue with the same bits.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        // SAFETY: the call checks all bytes.
        check(|error| unsafe {
            sys::kamm_restore_snapshot(self.as_mut_ptr(), bytes.as_ptr().cast(), bytes.len(), error)
        })
    }

    /// A hash of all cars' states. Equal states have equal hashes on every machine.
    pub fn hash(&self) -> u64 {
        // SAFETY: it only reads.
        unsafe { sys::kamm_state_hash(self.as_ptr()) }
    }

    /// Changes a car's momentum at once by an impulse in N·s at a point; None: at the centre of gravity. World axes.
    pub fn apply_impulse(&mut self, car: usize, impulse_ns: [f64; 3], point_m: Option<[f64; 3]>) -> Result<()> {
        let car = self.index(car);
        // SAFETY: the index is checked.
        check(|error| unsafe {
            sys::kamm_apply_impulse(self.as_mut_ptr(), car, impulse_ns.as_ptr(), pointer(&point_m), error)
        })
    }

    /// Applies a force in N during the next call that steps the car.
    pub fn apply_force(&mut self, car: usize, force_n: [f64; 3], point_m: Option<[f64; 3]>) -> Result<()> {
        let car = self.index(car);
        // SAFETY: the index is checked.
        check(|error| unsafe {
            sys::kamm_apply_force(self.as_mut_ptr(), car, force_n.as_ptr(), pointer(&point_m), error)
        })
    }

    /// Applies a torque in N·m during the next call that steps the car.
    pub fn apply_torque(&mut self, car: usize, torque_nm: [f64; 3]) -> Result<()> {
        let car = self.index(car);
        // SAFETY: the index is checked.
        check(|error| unsafe { sys::kamm_apply_torque(self.as_mut_ptr(), car, torque_nm.as_ptr(), error) })
    }

    /// Sets the motion of a car, to follow a server or a recording.
    pub fn set_motion(&mut self, car: usize, motion: &Motion) -> Result<()> {
        let car = self.index(car);
        // SAFETY: the index is checked.
        check(|error| unsafe { sys::kamm_set_motion(self.as_mut_ptr(), car, motion, error) })
    }

    /// Writes the inputs of a driver with keys or a pad for the next `interval_s`.
    pub fn assist(&mut self, car: usize, assist: &InputAssist, request: &DriverRequest, interval_s: f64) {
        let car = self.index(car);
        // SAFETY: the index is checked.
        unsafe { sys::kamm_assist_input(assist, self.as_mut_ptr(), car, request, interval_s) }
    }

    /// Balances a vehicle with two wheels in line for the next `interval_s`. Error: it has no rider.
    pub fn ride(&mut self, car: usize, request: &RideRequest, interval_s: f64) -> Result<()> {
        let car = self.index(car);
        // SAFETY: the index is checked.
        check(|error| unsafe { sys::kamm_ride(self.as_mut_ptr(), car, request, interval_s, error) })
    }
}

fn pointer(point_m: &Option<[f64; 3]>) -> *const f64 {
    point_m.as_ref().map_or(null(), |point| point.as_ptr())
}

/// A car of a group, to read it.
#[derive(Clone, Copy, Debug)]
pub struct Car<'a> {
    group: &'a Group,
    index: i32,
}

impl<'a> Car<'a> {
    /// One channel.
    pub fn read(&self, channel: Channel) -> f64 {
        assert!(channel < sys::KAMM_CHANNEL_COUNT, "{channel:?} is no channel");
        // SAFETY: the index is that of a car.
        unsafe { sys::kamm_read(self.group.as_ptr(), self.index, channel) }
    }

    /// Inputs.
    pub fn input(&self) -> &'a Input {
        &self.group.inputs()[self.index as usize]
    }

    /// What its model is like.
    pub fn model_info(&self) -> ModelInfo {
        let mut info = ModelInfo::default();
        // SAFETY: a car has a model.
        unsafe { sys::kamm_describe_out(sys::kamm_model_of(self.group.as_ptr(), self.index), &mut info) };
        info
    }

    /// A wheel, numbered from the front, left before right.
    pub fn wheel(&self, wheel: usize) -> Wheel<'a> {
        let count = self.model_info().wheel_count as usize;
        assert!(wheel < count, "wheel {wheel} of {count}");
        Wheel { car: *self, index: wheel as i32 }
    }

    /// All wheels.
    pub fn wheels(&self) -> impl ExactSizeIterator<Item = Wheel<'a>> {
        let car = *self;
        (0..self.model_info().wheel_count).map(move |index| Wheel { car, index })
    }

    /// Pose of the body. `fraction` 0 gives the one before the last substep, 1 the present one ([`Clock::fraction`]).
    pub fn pose(&self, fraction: f64) -> Pose {
        let mut body = Pose::default();
        // SAFETY: wheels may be NULL.
        unsafe { sys::kamm_read_pose(self.group.as_ptr(), self.index, fraction, &mut body, core::ptr::null_mut()) };
        body
    }

    /// Poses of all wheels.
    pub fn wheel_poses(&self, fraction: f64) -> Vec<WheelPose> {
        let mut wheels = alloc::vec![WheelPose::default(); self.model_info().wheel_count as usize];
        // SAFETY: there is room for all wheels; the body may be NULL.
        unsafe {
            let to = wheels.as_mut_ptr();
            sys::kamm_read_pose(self.group.as_ptr(), self.index, fraction, core::ptr::null_mut(), to);
        }
        wheels
    }

    /// Motion as a rigid body with wheels, world axes.
    pub fn motion(&self) -> Motion {
        let mut motion = Motion::default();
        // SAFETY: the call writes the struct.
        unsafe { sys::kamm_read_motion(self.group.as_ptr(), self.index, &mut motion) };
        motion
    }

    /// Fault bits (`kamm_fault_bits`); 0: none.
    pub fn fault(&self) -> u32 {
        // SAFETY: it only reads.
        unsafe { sys::kamm_fault(self.group.as_ptr(), self.index) }
    }
}

/// A wheel of a car, to read it.
#[derive(Clone, Copy, Debug)]
pub struct Wheel<'a> {
    car: Car<'a>,
    index: i32,
}

impl Wheel<'_> {
    /// One channel.
    pub fn read(&self, channel: WheelChannel) -> f64 {
        assert!(channel < sys::KAMM_WHEEL_CHANNEL_COUNT, "{channel:?} is no channel of a wheel");
        // SAFETY: the index is that of a wheel.
        unsafe { sys::kamm_read_wheel(self.car.group.as_ptr(), self.car.index, self.index, channel) }
    }

    /// What the wheel stands on.
    pub fn contact(&self) -> WheelContact {
        let mut contact = WheelContact::default();
        // SAFETY: the call writes the struct.
        unsafe { sys::kamm_read_wheel_contact(self.car.group.as_ptr(), self.car.index, self.index, &mut contact) };
        contact
    }
}

/// Converts real time to whole substeps.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    clock: sys::kamm_clock,
    fraction: f64,
}

impl Clock {
    /// A clock of that substep ([`ModelInfo::substep_s`](sys::kamm_model_info)).
    pub fn new(substep_s: f64) -> Self {
        assert!(substep_s.is_finite(), "a substep of {substep_s} s");
        Clock { clock: sys::kamm_clock { substep_s, ..Default::default() }, fraction: 1.0 }
    }

    /// Adds a frame's time and returns the substeps to take now.
    pub fn advance(&mut self, frame_s: f64) -> u32 {
        // SAFETY: the clock is a valid one.
        unsafe { sys::kamm_advance_clock(&mut self.clock, frame_s, &mut self.fraction) as u32 }
    }

    /// Where the present lies between the last two substeps, for poses.
    pub fn fraction(&self) -> f64 {
        self.fraction
    }
}
