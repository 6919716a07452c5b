//! Compiles the C library (feature `bundled`), or links the one in the folder KAMM_LIB_DIR.

fn main() {
    println!("cargo:rerun-if-env-changed=KAMM_LIB_DIR");
    println!("cargo:rerun-if-changed=csrc");
    match std::env::var("KAMM_LIB_DIR") {
        Ok(folder) => link(&folder),
        Err(_) => compile(),
    }
    if std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux") {
        println!("cargo:rustc-link-lib=m");
    }
}

/// Links libkamm, static where there is a static one.
fn link(folder: &str) {
    println!("cargo:rustc-link-search=native={folder}");
    let io = std::env::var("CARGO_FEATURE_IO").is_ok();
    let names: &[&str] = if io { &["kamm_io", "kamm"] } else { &["kamm"] };
    for name in names {
        let archive = std::path::Path::new(folder).join(format!("lib{name}.a"));
        println!("cargo:rerun-if-changed={}", archive.display());
        let kind = if archive.exists() { "static" } else { "dylib" };
        println!("cargo:rustc-link-lib={kind}={name}");
    }
    if io {
        println!("cargo:rustc-link-lib=dylib=cjson");
        println!("cargo:rustc-link-lib=dylib=png");
    }
}

#[cfg(feature = "bundled")]
fn compile() {
    assert!(
        std::env::var("CARGO_FEATURE_IO").is_err(),
        "kamm-sys: the feature `io` needs the folder of libkamm and libkamm_io in KAMM_LIB_DIR"
    );
    cc::Build::new()
        .file("csrc/kamm.c")
        .opt_level(2)
        .warnings(false)
        .flag_if_supported("-std=c17")
        .flag_if_supported("-ffp-contract=off")
        .flag_if_supported("-fno-math-errno")
        .compile("kamm");
}

#[cfg(not(feature = "bundled"))]
fn compile() {
    panic!("kamm-sys: without the feature `bundled` KAMM_LIB_DIR has to name the folder of libkamm");
}
