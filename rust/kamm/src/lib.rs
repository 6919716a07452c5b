//! Vehicle dynamics: cars, lorries, motorcycles and trailers from a kinematic model to a full one with suspension and tyres.
//!
//! ```
//! use kamm::{Cars, Channel, Ground, Model, Rung, Vehicle};
//!
//! # fn main() -> Result<(), kamm::Error> {
//! let mut vehicle = Vehicle::new(); // the default small car
//! vehicle.set("body.mass_kg", 900.0)?;
//! let model = Model::new(&vehicle, Rung::FULL)?;
//! let mut cars = Cars::new(&model, 10)?;
//! for input in cars.inputs_mut() {
//!     input.throttle = 1.0;
//!     input.gear = kamm::GEAR_DRIVE;
//! }
//! cars.step(&Ground::flat(), 240); // one second
//! assert!(cars.car(0).read(Channel::SPEED_MPS) > 1.0);
//! # Ok(())
//! # }
//! ```
//!
//! Everything is deterministic: equal inputs give equal bits on every machine. Steps neither allocate nor lock.
//!
//! The crate needs no standard library (`no_std`), only an allocator. An index out of range and a number that is not finite, where
//! the C interface calls that misuse, panic. Bad data is an [`Error`]. Structs of plain numbers are those of C; their members and
//! units are documented there. What has no safe form yet is in [`sys`]: environments for learning, hosted cars, rollouts,
//! linearisation, control, damage and wind. The objects' `as_ptr` leads there.
#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod cars;
mod combinations;
mod driver;
mod error;
mod ground;
mod terrain;
mod vehicle;
mod world;

pub use cars::{Car, Cars, Clock, Group, StateRow, Wheel};
pub use combinations::Combinations;
pub use driver::{Driver, Line, Path, Plan};
pub use error::{Error, Result};
pub use ground::{surface_ground, Ground, GroundQuery};
pub use kamm_sys as sys;
pub use terrain::{Layer, LayerShape, Paint, Terrain, TerrainOptions};
pub use vehicle::{Model, Vehicle};
pub use world::{BodyDef, Shape, Solid, World, WorldOptions};

pub use sys::{
    kamm_body as Body, kamm_body_id as BodyId, kamm_body_motion as BodyMotion, kamm_body_type as BodyType,
    kamm_channel as Channel, kamm_contact as Contact, kamm_contact_event as ContactEvent,
    kamm_driver_request as DriverRequest, kamm_filter as Filter, kamm_hit as Hit, kamm_hitch_state as HitchState,
    kamm_input as Input, kamm_input_assist as InputAssist, kamm_line_point as LinePoint, kamm_model_info as ModelInfo,
    kamm_motion as Motion, kamm_placement as Placement, kamm_pose as Pose, kamm_probe as Probe,
    kamm_result as ErrorKind, kamm_ride_request as RideRequest, kamm_rung as Rung, kamm_sensor_event as SensorEvent,
    kamm_surface as Surface, kamm_terrain_point as TerrainPoint, kamm_vehicle_def as VehicleDef,
    kamm_wheel_channel as WheelChannel, kamm_wheel_contact as WheelContact, kamm_wheel_pose as WheelPose,
};

/// Input `gear`: forward, with gears by the shift map.
pub const GEAR_DRIVE: f32 = sys::KAMM_GEAR_DRIVE as f32;
/// Cars of a block of states in memory.
pub const CARS_PER_BLOCK: usize = sys::KAMM_CARS_PER_BLOCK as usize;
