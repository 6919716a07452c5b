//! Vehicle files, and a motorcycle that its rider keeps upright. The feature `io`, with the data folder in KAMM_DATA.
#![cfg(feature = "io")]

use kamm::{Cars, Channel, ErrorKind, Ground, Model, Result, RideRequest, Rung, Vehicle};

#[test]
fn a_vehicle_is_found_by_name() -> Result<()> {
    let vehicle = Vehicle::load("nissan-micra")?;
    let model = Model::new(&vehicle, Rung::FULL)?;
    assert!((900.0..1300.0).contains(&model.describe().mass_kg), "{:?}", model.describe().mass_kg);
    let error = Vehicle::load("nissan-mirca").unwrap_err();
    assert_eq!(error.kind, ErrorKind::ERROR_UNKNOWN, "{error}");
    assert!(error.text.contains("nissan-micra"), "{error}");
    Ok(())
}

#[test]
fn a_rider_keeps_a_motorcycle_upright() -> Result<()> {
    let path = concat!(env!("KAMM_SOURCE"), "/test/reference/two_wheels/sport-1000.json");
    let model = Model::new(&Vehicle::load(path)?, Rung::FULL)?;
    assert!(model.has_rider());
    let mut cars = Cars::new(&model, 1)?;
    let mut at = Ground::flat().placement(0.0, 0.0, 0.0);
    at.speed_mps = 20.0;
    cars.place(0, &at)?;
    let request = RideRequest { curvature_per_m: 1.0 / 100.0, ..Default::default() };
    for _ in 0..300 {
        cars.inputs_mut()[0].throttle = 0.1;
        cars.ride(0, &request, 1.0 / 60.0)?;
        cars.step(&Ground::flat(), 4);
    }
    let lean_rad = cars.car(0).read(Channel::ROLL_RAD);
    assert!((0.1..0.6).contains(&lean_rad.abs()), "{lean_rad}");
    Ok(())
}
