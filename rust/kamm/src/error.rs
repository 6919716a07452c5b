//! Errors of bad data.

use alloc::string::String;
use core::ffi::{c_char, CStr};
use core::fmt;

use crate::sys;

/// Why a call refused its data. It changed nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Error {
    /// Kind of the error.
    pub kind: sys::kamm_result,
    /// Path of the field, such as `axles[1].track_m`, or place in a file; may be empty.
    pub path: String,
    /// A sentence with the value and what is allowed.
    pub text: String,
}

/// Result of calls that may refuse their data.
pub type Result<T> = core::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.text)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{:?}: {}", self.kind, self.text)
    }
}

impl core::error::Error for Error {}

impl Error {
    pub(crate) fn new(kind: sys::kamm_result, path: &str, text: &str) -> Self {
        Error { kind, path: path.into(), text: text.into() }
    }

    fn from_c(from: &sys::kamm_error) -> Self {
        Error { kind: from.code, path: text_of(&from.path), text: text_of(&from.text) }
    }
}

/// The text up to the zero of a C array.
pub(crate) fn text_of(array: &[c_char]) -> String {
    // SAFETY: an array of c_char is one of bytes.
    let bytes = unsafe { core::slice::from_raw_parts(array.as_ptr().cast::<u8>(), array.len()) };
    CStr::from_bytes_until_nul(bytes).map(|text| text.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Calls a function that returns a result and writes its error.
pub(crate) fn check(call: impl FnOnce(*mut sys::kamm_error) -> sys::kamm_result) -> Result<()> {
    let mut error = sys::kamm_error::default();
    match call(&mut error) {
        sys::KAMM_OK => Ok(()),
        _ => Err(Error::from_c(&error)),
    }
}

/// Calls a function that creates an object, or returns NULL and writes its error.
pub(crate) fn create<T>(call: impl FnOnce(*mut sys::kamm_error) -> *mut T) -> Result<core::ptr::NonNull<T>> {
    let mut error = sys::kamm_error::default();
    core::ptr::NonNull::new(call(&mut error)).ok_or_else(|| Error::from_c(&error))
}
