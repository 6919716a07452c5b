//! Vehicle definitions and compiled models.

use alloc::boxed::Box;
use alloc::ffi::CString;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut};
use core::ptr::{from_mut, from_ref, NonNull};

use crate::error::{check, create};
use crate::{sys, Error, ModelInfo, Result, Rung, VehicleDef};

/// A vehicle's parameters. They are members (`vehicle.body.mass_kg`), or values by their paths.
#[derive(Clone, Debug)]
pub struct Vehicle(Box<VehicleDef>);

impl Default for Vehicle {
    fn default() -> Self {
        Self::new()
    }
}

impl Vehicle {
    /// The default small car.
    pub fn new() -> Self {
        let mut def = Box::<VehicleDef>::new_uninit();
        // SAFETY: the function writes the whole struct.
        unsafe {
            sys::kamm_default_vehicle_out(def.as_mut_ptr());
            Vehicle(def.assume_init())
        }
    }

    /// Reads a vehicle file by its path, or by name from the data folder: `"nissan-micra"`.
    #[cfg(feature = "io")]
    pub fn load(name_or_path: &str) -> Result<Self> {
        let name = c_text(name_or_path)?;
        let mut file = Box::<sys::kamm_vehicle_file>::new_uninit();
        // SAFETY: a file of zeros is one, and the call fills it.
        let file = unsafe {
            file.as_mut_ptr().write_bytes(0, 1);
            check(|error| sys::kamm_load_vehicle(name.as_ptr(), file.as_mut_ptr(), core::ptr::null_mut(), error))?;
            file.assume_init()
        };
        Ok(file.def.into())
    }

    /// Sets a number by its path, in the unit of the path: `set("engine.idle_rpm", 900.0)`.
    pub fn set(&mut self, path: &str, value: f64) -> Result<&mut Self> {
        let path = c_text(path)?;
        // SAFETY: the table of vehicles goes with this struct.
        check(|error| unsafe {
            sys::kamm_set_number(sys::kamm_vehicle_table(), from_mut(&mut *self.0).cast(), path.as_ptr(), value, error)
        })?;
        Ok(self)
    }

    /// Sets a value by its text: `set_text("gearbox.kind", "automatic")`.
    pub fn set_text(&mut self, path: &str, text: &str) -> Result<&mut Self> {
        let (path, text) = (c_text(path)?, c_text(text)?);
        // SAFETY: as in `set`.
        check(|error| unsafe {
            let object = from_mut(&mut *self.0).cast();
            sys::kamm_set(sys::kamm_vehicle_table(), object, path.as_ptr(), text.as_ptr(), error)
        })?;
        Ok(self)
    }

    /// The number at a path, in the unit of the path.
    pub fn number(&self, path: &str) -> Result<f64> {
        let path = c_text(path)?;
        let mut value = 0.0;
        // SAFETY: as in `set`.
        check(|error| unsafe {
            let object = from_ref(&*self.0).cast();
            sys::kamm_get_number(sys::kamm_vehicle_table(), object, path.as_ptr(), &mut value, error)
        })?;
        Ok(value)
    }
}

impl From<VehicleDef> for Vehicle {
    fn from(def: VehicleDef) -> Self {
        Vehicle(Box::new(def))
    }
}

impl Deref for Vehicle {
    type Target = VehicleDef;
    fn deref(&self) -> &VehicleDef {
        &self.0
    }
}

impl DerefMut for Vehicle {
    fn deref_mut(&mut self) -> &mut VehicleDef {
        &mut self.0
    }
}

pub(crate) fn c_text(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error::new(sys::KAMM_ERROR_FORMAT, "", "the text contains a zero byte"))
}

/// A compiled vehicle. It never changes, and cars keep it alive.
#[derive(Debug)]
pub struct Model(NonNull<sys::kamm_model>);

// SAFETY: a model is immutable, and its count of users is atomic.
unsafe impl Send for Model {}
unsafe impl Sync for Model {}

impl Model {
    /// Compiles a vehicle for a rung, from `Rung::KINEMATIC` to `Rung::FULL`. A value out of its range is an error.
    pub fn new(vehicle: &Vehicle, rung: Rung) -> Result<Self> {
        check_library()?;
        // SAFETY: any numbers are checked by the call.
        create(|error| unsafe { sys::kamm_create_model(&**vehicle, rung, error) }).map(Model)
    }

    /// Reads the bytes of [`Model::save`], of the same version of Kamm.
    pub fn restore(bytes: &[u8]) -> Result<Self> {
        check_library()?;
        // SAFETY: the call checks all bytes.
        create(|error| unsafe { sys::kamm_restore_model(bytes.as_ptr().cast(), bytes.len(), error) }).map(Model)
    }

    /// The bytes of the model, to compile vehicles once and load them in a program without the readers of files.
    pub fn save(&self) -> Vec<u8> {
        // SAFETY: the call writes as many bytes as it says.
        unsafe { filled(sys::kamm_model_size(self.as_ptr()), |to| sys::kamm_save_model(self.as_ptr(), to)) }
    }

    /// Masses, sizes, wheels, gears and limits.
    pub fn describe(&self) -> ModelInfo {
        let mut info = ModelInfo::default();
        // SAFETY: the call writes the struct.
        unsafe { sys::kamm_describe_out(self.as_ptr(), &mut info) };
        info
    }

    /// Whether the vehicle has two wheels in line, which a rider balances.
    pub fn has_rider(&self) -> bool {
        // SAFETY: it only reads the model.
        unsafe { sys::kamm_has_rider(self.as_ptr()) != 0 }
    }

    /// The object of the C interface.
    pub fn as_ptr(&self) -> *const sys::kamm_model {
        self.0.as_ptr()
    }
}

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: the model is owned here.
        unsafe { sys::kamm_destroy_model(self.0.as_ptr()) }
    }
}

/// Bytes that a call writes, all of them.
///
/// # Safety
/// `write` writes `size` bytes.
pub(crate) unsafe fn filled(size: usize, write: impl FnOnce(*mut core::ffi::c_void)) -> Vec<u8> {
    let mut bytes = Vec::<u8>::with_capacity(size);
    write(bytes.as_mut_ptr().cast());
    // SAFETY: the caller's promise.
    unsafe { bytes.set_len(size) };
    bytes
}

/// Refuses a library of another version or layout than the crate was made for.
pub(crate) fn check_library() -> Result<()> {
    let structs = sys::STRUCTS.map(|(name, size)| sys::kamm_abi_struct { name: name.as_ptr(), size });
    // SAFETY: names are texts with a zero.
    check(|error| unsafe {
        sys::kamm_check_abi(sys::KAMM_VERSION_NUMBER, structs.as_ptr(), structs.len() as i32, error)
    })
}
