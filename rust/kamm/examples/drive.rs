//! What `test/bindings/drive.c` drives, to the same hashes: cars with inputs of their own, and a world in which some of them meet
//! a crate.

use kamm::{sys, BodyDef, Cars, Ground, Model, Result, Rung, Vehicle, World};

fn drive_cars() -> Result<u64> {
    let model = Model::new(&Vehicle::new(), Rung::FULL)?;
    let mut cars = Cars::new(&model, 20)?;
    let ground = Ground::flat();
    for car in 0..cars.len() {
        let number = car as f32;
        let mut at = ground.placement(10.0 * car as f64, 0.0, 0.1 * car as f64);
        at.speed_mps = car as f64;
        at.gear = sys::KAMM_GEAR_DRIVE;
        cars.place(car, &at)?;
        let input = &mut cars.inputs_mut()[car];
        input.throttle = 0.05 * number;
        input.steering_wheel_rad = 0.3 * (number - 10.0);
    }
    for _ in 0..120 {
        cars.step(&ground, 4);
    }
    Ok(cars.hash())
}

fn drive_world() -> Result<u64> {
    let model = Model::new(&Vehicle::new(), Rung::FULL)?;
    let mut world = World::new(&Ground::flat())?;
    world.add_body(&BodyDef::cone(0.5).at([8.0, 0.0, 0.25]))?;
    let group = world.add(Cars::new(&model, 2)?)?;
    for car in 0..2 {
        let mut at = world.placement(&model, 0.0, 5.0 * car as f64, 0.0);
        at.speed_mps = 15.0;
        at.gear = sys::KAMM_GEAR_DRIVE;
        world.group_mut(group).place(car, &at)?;
    }
    for _ in 0..60 {
        world.step(4);
    }
    Ok(world.hash())
}

fn main() -> Result<()> {
    println!("cars {:016x}", drive_cars()?);
    println!("world {:016x}", drive_world()?);
    Ok(())
}
