//! The C interface of Kamm, an engine for vehicle dynamics, as its headers have it. The crate `kamm` has a safe interface.
//!
//! Names are those of C. A value of an enum is a constant as in C, `KAMM_FULL`, and of its type, `kamm_rung::FULL`.
//! Layouts of all structs are checked against those of the C compilers when the crate is compiled.
#![no_std]
#![allow(non_camel_case_types, non_upper_case_globals)]
#![allow(rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags, rustdoc::bare_urls)]
#![allow(clippy::doc_lazy_continuation, clippy::too_long_first_doc_paragraph, clippy::too_many_arguments)]

use core::ffi::{c_char, c_void};
use core::marker::{PhantomData, PhantomPinned};
use core::mem::{align_of, offset_of, size_of, zeroed};

/// Shows a value of an enum by its name.
macro_rules! named {
    ($name:ident) => {
        impl core::fmt::Debug for $name {
            fn fmt(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                match self.name() {
                    Some(name) => to.write_str(name),
                    None => write!(to, "{}({})", stringify!($name), self.0),
                }
            }
        }
    };
}

/// A stream of C, as `fopen` of the crate `libc` returns it.
#[cfg(feature = "io")]
#[repr(C)]
pub struct FILE {
    _opaque: [u8; 0],
    _pinned: PhantomData<(*mut u8, PhantomPinned)>,
}

include!("bindings.rs");
