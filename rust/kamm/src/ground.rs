//! Ground: planes, surfaces, and queries of the host.

use core::ffi::c_void;
use core::marker::PhantomData;

use crate::{sys, Contact, Placement, Probe, Surface};

/// Ground, gravity and air below cars. It may borrow from a terrain or a query.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    raw: sys::kamm_ground,
    borrows: PhantomData<&'a ()>,
}

// SAFETY: what a ground borrows is immutable and may be used by several threads (Terrain, GroundQuery: Sync).
unsafe impl Send for Ground<'_> {}
unsafe impl Sync for Ground<'_> {}

/// Ground of the host: fills in the contact plane of each probe.
///
/// Runs repeat only if it depends on the probes alone. Closures of this form are queries.
pub trait GroundQuery: Sync {
    /// Fills `contacts`, one for each probe.
    fn query(&self, probes: &[Probe], contacts: &mut [Contact]);
}

impl<F: Fn(&[Probe], &mut [Contact]) + Sync> GroundQuery for F {
    fn query(&self, probes: &[Probe], contacts: &mut [Contact]) {
        self(probes, contacts)
    }
}

impl Default for Ground<'_> {
    fn default() -> Self {
        Self::flat()
    }
}

impl<'a> Ground<'a> {
    /// Level, dry asphalt at z = 0 under standard gravity and air.
    pub fn flat() -> Self {
        // SAFETY: the library returns the address of a constant.
        unsafe { Self::from_raw(*sys::kamm_get_flat_ground()) }
    }

    /// A plane through the origin that rises by `slope` along x and by `bank` along y.
    pub fn plane(slope: f64, bank: f64, friction: f64) -> Self {
        assert!(slope.is_finite() && bank.is_finite() && friction >= 0.0 && friction.is_finite());
        // SAFETY: the result has no pointers.
        unsafe { Self::from_raw(sys::kamm_plane_ground(slope, bank, friction)) }
    }

    /// The host's ground. It is asked every `interval_substeps`, and for the body's points too if `body_points`.
    pub fn from_query<Q: GroundQuery>(query: &'a Q, interval_substeps: i32, body_points: bool) -> Self {
        let raw = sys::kamm_ground {
            query: Some(ask::<Q>),
            user: (query as *const Q).cast_mut().cast(),
            interval_substeps,
            body_points: body_points.into(),
            ..Default::default()
        };
        Ground { raw, borrows: PhantomData }
    }

    /// The same ground under another gravity, world axes, in m/s².
    pub fn with_gravity(mut self, gravity_mps2: [f32; 3]) -> Self {
        let none = [0.0, 0.0, -sys::KAMM_NONE as f32];
        self.raw.gravity_mps2 = if gravity_mps2 == [0.0; 3] { none } else { gravity_mps2 };
        self
    }

    /// The same ground with wind: velocity of the air in m/s, world axes.
    pub fn with_wind(mut self, wind_mps: [f32; 3]) -> Self {
        self.raw.wind_mps = wind_mps;
        self
    }

    /// The same ground in air of another density in kg/m³; 0: none.
    pub fn with_air_density(mut self, air_density_kgpm3: f32) -> Self {
        self.raw.air_density_kgpm3 = if air_density_kgpm3 == 0.0 { sys::KAMM_NONE as f32 } else { air_density_kgpm3 };
        self
    }

    /// A placement on a ground that is one plane, above (x, y).
    pub fn placement(&self, x_m: f64, y_m: f64, yaw_rad: f64) -> Placement {
        // SAFETY: it only reads the plane.
        unsafe { sys::kamm_placement_on(&self.raw, x_m, y_m, yaw_rad) }
    }

    /// The struct of the C interface.
    pub fn as_raw(&self) -> &sys::kamm_ground {
        &self.raw
    }

    /// A ground from the struct of the C interface.
    ///
    /// # Safety
    /// What the struct points to lives as long as `'a`, and does not change.
    pub unsafe fn from_raw(raw: sys::kamm_ground) -> Self {
        Ground { raw, borrows: PhantomData }
    }
}

/// A level plane of a surface at z = 0, without roughness.
pub fn surface_ground(surface: &Surface) -> Ground<'static> {
    // SAFETY: the result is a copy.
    unsafe { Ground::from_raw(sys::kamm_surface_ground(surface)) }
}

/// Calls the query that `user` points to. A panic in it ends the program, as C can't unwind.
unsafe extern "C" fn ask<Q: GroundQuery>(user: *mut c_void, count: i32, probes: *const Probe, contacts: *mut Contact) {
    let count = count as usize;
    // SAFETY: `user` is the query that Ground borrows; the library gives `count` probes and contacts.
    unsafe {
        let query = &*user.cast_const().cast::<Q>();
        query.query(core::slice::from_raw_parts(probes, count), core::slice::from_raw_parts_mut(contacts, count));
    }
}
