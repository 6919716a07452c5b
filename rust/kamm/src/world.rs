//! Worlds: ground, bodies and cars that collide.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ptr::{null, NonNull};

use crate::error::{check, create};
use crate::vehicle::{check_library, filled};
use crate::{
    sys, Body, BodyId, BodyMotion, BodyType, Cars, ContactEvent, Filter, Ground, Group, Hit, Model, Placement, Result,
    SensorEvent,
};

/// A shape of a body, in the body's frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A box.
    Box(Solid),
    /// A ball in the box `half_m`, which is its radius three times.
    Sphere(Solid),
    /// A capsule along z: `half_m` is the radius twice, and half the length with both caps.
    Capsule(Solid),
    /// A cylinder along z: `half_m` is the radius twice, and half the height.
    Cylinder(Solid),
    /// The convex hull of points.
    Hull(Vec<[f64; 3]>),
    /// Triangles, not of a dynamic body.
    Mesh {
        /// Points.
        points_m: Vec<[f64; 3]>,
        /// Indices of points.
        triangles: Vec<[i32; 3]>,
    },
}

/// Place and size of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solid {
    /// Middle of its box.
    pub centre_m: [f64; 3],
    /// Half of each size.
    pub half_m: [f64; 3],
    /// Quaternion w, x, y, z.
    pub orientation: [f64; 4],
}

impl Solid {
    /// Half of each size, at the middle of the body.
    pub fn of_half(half_m: [f64; 3]) -> Self {
        Solid { centre_m: [0.0; 3], half_m, orientation: [1.0, 0.0, 0.0, 0.0] }
    }
}

/// A body: a wall, door, lift, crate or cone.
#[derive(Clone, Debug)]
pub struct BodyDef {
    /// Static, kinematic or dynamic.
    pub kind: BodyType,
    /// 1 to 16 shapes, which move as one rigid body.
    pub shapes: Vec<Shape>,
    /// Origin of the body's frame.
    pub position_m: [f64; 3],
    /// Quaternion w, x, y, z.
    pub orientation: [f64; 4],
    /// Mass of a dynamic body.
    pub mass_kg: f32,
    /// Friction, up to 2.
    pub friction: f32,
    /// Restitution, up to 1.
    pub restitution: f32,
    /// Whether wheels roll on it.
    pub is_driven_on: bool,
    /// The caller's number of the surface on which wheels roll.
    pub surface: i32,
    /// The caller's number, for contact events.
    pub material: i32,
    /// Collision filter.
    pub filter: Filter,
    /// Whether it reports the bodies in it instead of colliding.
    pub sensor: bool,
    /// Whether a dynamic body sleeps until it is touched.
    pub asleep: bool,
}

impl BodyDef {
    /// A static body of one shape.
    pub fn fixed(shape: Shape) -> Self {
        BodyDef {
            kind: BodyType::STATIC,
            shapes: alloc::vec![shape],
            position_m: [0.0; 3],
            orientation: [1.0, 0.0, 0.0, 0.0],
            mass_kg: 0.0,
            friction: 0.5,
            restitution: 0.1,
            is_driven_on: false,
            surface: 0,
            material: 0,
            filter: Filter::default(),
            sensor: false,
            asleep: false,
        }
    }

    /// A dynamic body of one shape.
    pub fn dynamic(shape: Shape, mass_kg: f32) -> Self {
        BodyDef { kind: BodyType::DYNAMIC, mass_kg, ..Self::fixed(shape) }
    }

    /// A traffic cone of that height: a square foot and an upright box.
    pub fn cone(height_m: f64) -> Self {
        assert!(height_m.is_finite() && height_m > 0.0, "a cone of {height_m} m");
        // SAFETY: the function only computes.
        let raw = unsafe { sys::kamm_cone(height_m) };
        let solid =
            |of: &sys::kamm_box| Solid { centre_m: of.centre_m, half_m: of.half_m, orientation: of.orientation };
        let shapes = raw.shapes[..raw.shape_count as usize].iter().map(|shape| Shape::Box(solid(&shape.r#box)));
        let usual = Self::fixed(Shape::Box(Solid::of_half([1.0; 3])));
        BodyDef {
            kind: raw.r#type,
            shapes: shapes.collect(),
            mass_kg: raw.mass_kg,
            friction: raw.friction,
            restitution: raw.restitution,
            asleep: raw.asleep != 0,
            ..usual
        }
    }

    /// The same body at another place.
    pub fn at(self, position_m: [f64; 3]) -> Self {
        BodyDef { position_m, ..self }
    }

    /// The C struct, which borrows the points of hulls and meshes.
    fn to_raw(&self) -> sys::kamm_body_def {
        assert!(self.shapes.len() <= sys::KAMM_MAX_SHAPES as usize, "a body has 1 to 16 shapes");
        let or_none = |value: f32| if value == 0.0 { sys::KAMM_NONE as f32 } else { value };
        let mut raw = sys::kamm_body_def {
            r#type: self.kind,
            shape_count: self.shapes.len() as i32,
            position_m: self.position_m,
            orientation: self.orientation,
            mass_kg: self.mass_kg,
            friction: or_none(self.friction),
            restitution: or_none(self.restitution),
            is_driven_on: self.is_driven_on.into(),
            surface: self.surface,
            material: self.material,
            filter: self.filter,
            sensor: self.sensor.into(),
            asleep: self.asleep.into(),
            ..Default::default()
        };
        for (to, shape) in raw.shapes.iter_mut().zip(&self.shapes) {
            *to = shape.to_raw();
        }
        raw
    }
}

impl Shape {
    fn to_raw(&self) -> sys::kamm_shape {
        let solid = |kind, solid: &Solid| sys::kamm_shape {
            kind,
            r#box: sys::kamm_box { centre_m: solid.centre_m, half_m: solid.half_m, orientation: solid.orientation },
            ..Default::default()
        };
        match self {
            Shape::Box(of) => solid(sys::KAMM_SHAPE_BOX, of),
            Shape::Sphere(of) => solid(sys::KAMM_SHAPE_SPHERE, of),
            Shape::Capsule(of) => solid(sys::KAMM_SHAPE_CAPSULE, of),
            Shape::Cylinder(of) => solid(sys::KAMM_SHAPE_CYLINDER, of),
            Shape::Hull(points_m) => sys::kamm_shape {
                kind: sys::KAMM_SHAPE_HULL,
                point_count: points_m.len() as i32,
                points_m: points_m.as_ptr(),
                ..Default::default()
            },
            Shape::Mesh { points_m, triangles } => sys::kamm_shape {
                kind: sys::KAMM_SHAPE_MESH,
                point_count: points_m.len() as i32,
                points_m: points_m.as_ptr(),
                triangle_count: triangles.len() as i32,
                triangles: triangles.as_ptr(),
                ..Default::default()
            },
        }
    }
}

/// How a world steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct WorldOptions {
    /// Substep of a world without cars; 0: 1/240 s.
    pub substep_s: f64,
    /// Whether wheels roll on other cars.
    pub cars_are_driven_on: bool,
}

/// A world. It owns the cars in it: [`World::add`] takes them, [`World::remove`] gives them back.
///
/// A world borrows what its ground borrows:
///
/// ```compile_fail
/// # use kamm::{Terrain, TerrainOptions, World};
/// let terrain = Terrain::new(&[], &TerrainOptions::default()).unwrap();
/// let world = World::new(&terrain.ground()).unwrap();
/// drop(terrain);
/// println!("{}", world.hash());
/// ```
pub struct World<'g> {
    world: NonNull<sys::kamm_world>,
    groups: Vec<Cars>,
    threads: Option<Threads>,
    borrows: PhantomData<&'g ()>,
}

struct Threads(NonNull<sys::kamm_threads>);

impl Drop for Threads {
    fn drop(&mut self) {
        // SAFETY: the threads are owned here, and their world is gone or uses others.
        unsafe { sys::kamm_destroy_threads(self.0.as_ptr()) }
    }
}

// SAFETY: a world with all that is in it is used by one thread at a time.
unsafe impl Send for World<'_> {}

impl<'g> World<'g> {
    /// Creates a world on a ground.
    pub fn new(ground: &Ground<'g>) -> Result<Self> {
        Self::with_options(ground, WorldOptions::default())
    }

    /// Creates a world on a ground.
    pub fn with_options(ground: &Ground<'g>, options: WorldOptions) -> Result<Self> {
        check_library()?;
        let def = sys::kamm_world_def {
            ground: *ground.as_raw(),
            substep_s: options.substep_s,
            cars_are_driven_on: options.cars_are_driven_on.into(),
            ..Default::default()
        };
        // SAFETY: what the ground borrows outlives the world ('g).
        let world = create(|error| unsafe { sys::kamm_create_world(&def, error) })?;
        Ok(World { world, groups: Vec::new(), threads: None, borrows: PhantomData })
    }

    /// Adds cars, and returns the index of their group. On error they are gone.
    pub fn add(&mut self, mut cars: Cars) -> Result<usize> {
        // SAFETY: the world owns the cars from now on.
        check(|error| unsafe { sys::kamm_add_cars(self.as_mut_ptr(), cars.as_mut_ptr(), error) })?;
        self.groups.push(cars);
        Ok(self.groups.len() - 1)
    }

    /// Removes a group. The index of each later one falls by one.
    pub fn remove(&mut self, group: usize) -> Cars {
        let mut cars = self.groups.remove(group);
        // SAFETY: the cars are in this world.
        check(|error| unsafe { sys::kamm_remove_cars(self.as_mut_ptr(), cars.as_mut_ptr(), error) })
            .expect("cars of this world");
        cars
    }

    /// Replaces a group by other cars with the same index, and returns the former ones. On error the new ones are gone.
    pub fn replace(&mut self, group: usize, mut by: Cars) -> Result<Cars> {
        let old = self.groups[group].as_mut_ptr();
        // SAFETY: `old` is in this world, and the world owns `by` from now on.
        check(|error| unsafe { sys::kamm_replace_cars(self.as_mut_ptr(), old, by.as_mut_ptr(), error) })?;
        Ok(core::mem::replace(&mut self.groups[group], by))
    }

    /// The number of groups.
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// A group of cars, to read it.
    pub fn group(&self, group: usize) -> &Group {
        &self.groups[group]
    }

    /// A group of cars, for inputs and placing.
    pub fn group_mut(&mut self, group: usize) -> &mut Group {
        &mut self.groups[group]
    }

    /// Adds a body.
    pub fn add_body(&mut self, def: &BodyDef) -> Result<Body> {
        let mut body = Body::default();
        let raw = def.to_raw();
        // SAFETY: the def's points live during the call.
        check(|error| unsafe { sys::kamm_add_body(self.as_mut_ptr(), &raw, &mut body, error) })?;
        Ok(body)
    }

    /// Removes a body.
    pub fn remove_body(&mut self, body: Body) -> Result<()> {
        // SAFETY: the call checks the handle.
        check(|error| unsafe { sys::kamm_remove_body(self.as_mut_ptr(), body, error) })
    }

    /// The body of an index, as events have it; None: there is none.
    pub fn body_at(&self, index: i32) -> Option<Body> {
        // SAFETY: the call checks the index.
        let body = unsafe { sys::kamm_body_at(self.as_ptr(), index) };
        // SAFETY: the call checks the handle.
        (unsafe { sys::kamm_has_body(self.as_ptr(), body) } != 0).then_some(body)
    }

    /// Motion of a body.
    pub fn body_motion(&self, body: Body) -> Result<BodyMotion> {
        let mut motion = BodyMotion::default();
        // SAFETY: the call checks the handle.
        check(|error| unsafe { sys::kamm_read_body_motion(self.as_ptr(), body, &mut motion, error) })?;
        Ok(motion)
    }

    /// Sets the motion of a dynamic or kinematic body.
    pub fn set_body_motion(&mut self, body: Body, motion: &BodyMotion) -> Result<()> {
        // SAFETY: the call checks the handle.
        check(|error| unsafe { sys::kamm_set_body_motion(self.as_mut_ptr(), body, motion, error) })
    }

    /// Moves a kinematic body to a pose within `substeps`, and stops it there.
    pub fn move_body(&mut self, body: Body, position_m: [f64; 3], orientation: [f64; 4], substeps: u32) -> Result<()> {
        // SAFETY: the call checks the handle.
        check(|error| unsafe {
            let (position, turn) = (position_m.as_ptr(), orientation.as_ptr());
            sys::kamm_move_body_to(self.as_mut_ptr(), body, position, turn, substeps as i32, error)
        })
    }

    /// Sets the collision filter of a body.
    pub fn set_body_filter(&mut self, body: Body, filter: &Filter) -> Result<()> {
        // SAFETY: the call checks the handle.
        check(|error| unsafe { sys::kamm_set_body_filter(self.as_mut_ptr(), body, filter, error) })
    }

    /// Steps the world and all its cars by whole substeps.
    pub fn step(&mut self, substeps: u32) {
        let substeps = i32::try_from(substeps).expect("a number of substeps");
        // SAFETY: the world has its cars to itself.
        unsafe { sys::kamm_step_world(self.as_mut_ptr(), substeps) }
    }

    /// Runs steps on that many threads. The bits are the same.
    pub fn use_threads(&mut self, count: u32) -> Result<()> {
        // SAFETY: the threads live as long as the world, or until others are set.
        unsafe {
            let threads = Threads(create(|error| sys::kamm_create_threads(count as i32, error))?);
            sys::kamm_set_world_tasks(self.as_mut_ptr(), Some(sys::kamm_run_on_threads), threads.0.as_ptr().cast());
            self.threads = Some(threads);
        }
        Ok(())
    }

    /// A placement on the topmost ground at (x, y), including bodies that are driven on.
    pub fn placement(&self, model: &Model, x_m: f64, y_m: f64, yaw_rad: f64) -> Placement {
        // SAFETY: it only reads.
        unsafe { sys::kamm_placement_in_world(self.as_ptr(), model.as_ptr(), x_m, y_m, yaw_rad) }
    }

    /// Sets another ground from the next step on.
    pub fn set_ground(&mut self, ground: &Ground<'g>) -> Result<()> {
        // SAFETY: what the ground borrows outlives the world.
        check(|error| unsafe { sys::kamm_set_world_ground(self.as_mut_ptr(), ground.as_raw(), error) })
    }

    /// The pairs that touched or separated during the last step.
    pub fn contacts(&self) -> &[ContactEvent] {
        let mut count = 0;
        // SAFETY: the events are valid until the world changes.
        unsafe { events(sys::kamm_contact_events(self.as_ptr(), &mut count), count) }
    }

    /// The bodies that entered or left sensors during the last step, ordered by time.
    pub fn sensor_events(&self) -> &[SensorEvent] {
        let mut count = 0;
        // SAFETY: the events are valid until the world changes.
        unsafe { events(sys::kamm_sensor_events(self.as_ptr(), &mut count), count) }
    }

    /// The bodies in a sensor.
    pub fn in_sensor(&self, sensor: Body) -> Vec<BodyId> {
        // SAFETY: the first call tells the number, the second one writes at most as many.
        unsafe {
            let count = sys::kamm_read_sensor(self.as_ptr(), sensor, core::ptr::null_mut(), 0);
            let mut bodies = alloc::vec![BodyId::default(); count as usize];
            sys::kamm_read_sensor(self.as_ptr(), sensor, bodies.as_mut_ptr(), count);
            bodies
        }
    }

    /// The nearest thing on the straight line between two points.
    pub fn cast_ray(&self, from_m: [f64; 3], to_m: [f64; 3], filter: Option<&Filter>) -> Option<Hit> {
        assert!(from_m.iter().chain(&to_m).all(|value| value.is_finite()), "a ray from {from_m:?} to {to_m:?}");
        let mut hit = Hit::default();
        let filter = filter.map_or(null(), core::ptr::from_ref);
        // SAFETY: the points are finite, and `hit` is written.
        let found = unsafe { sys::kamm_cast_ray(self.as_ptr(), from_m.as_ptr(), to_m.as_ptr(), filter, &mut hit) };
        (found != 0).then_some(hit)
    }

    /// The bytes of all states of the world, with its cars and their inputs.
    pub fn save(&self) -> Vec<u8> {
        // SAFETY: the call writes as many bytes as it says.
        unsafe {
            let size = sys::kamm_world_snapshot_size(self.as_ptr());
            filled(size, |to| sys::kamm_save_world_snapshot(self.as_ptr(), to))
        }
    }

    /// Restores the bytes of [`World::save`].
    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        // SAFETY: the call checks all bytes.
        check(|error| unsafe {
            sys::kamm_restore_world_snapshot(self.as_mut_ptr(), bytes.as_ptr().cast(), bytes.len(), error)
        })
    }

    /// A hash of all states except inputs.
    pub fn hash(&self) -> u64 {
        // SAFETY: it only reads.
        unsafe { sys::kamm_world_state_hash(self.as_ptr()) }
    }

    /// The object of the C interface.
    pub fn as_ptr(&self) -> *const sys::kamm_world {
        self.world.as_ptr()
    }

    /// The object of the C interface, to change it.
    pub fn as_mut_ptr(&mut self) -> *mut sys::kamm_world {
        self.world.as_ptr()
    }
}

impl Drop for World<'_> {
    fn drop(&mut self) {
        // SAFETY: the world is owned here. Its cars and threads are dropped after it.
        unsafe { sys::kamm_destroy_world(self.world.as_ptr()) }
    }
}

impl fmt::Debug for World<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.debug_struct("World").field("groups", &self.groups).finish_non_exhaustive()
    }
}

/// # Safety
/// `at` has `count` events that live as long as `'a`.
unsafe fn events<'a, T>(at: *const T, count: i32) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: the caller's promise.
    unsafe { core::slice::from_raw_parts(at, count as usize) }
}
