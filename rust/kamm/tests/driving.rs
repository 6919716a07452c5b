//! What the safe interface adds to the C one: objects that destroy themselves, errors, slices, grounds by closures, and cars that a
//! world owns.

use kamm::{
    sys, BodyDef, BodyType, Cars, Channel, Clock, Combinations, Contact, ErrorKind, Ground, InputAssist, Layer,
    LayerShape, Line, Model, Path, Plan, Probe, Result, RideRequest, Rung, Shape, Solid, StateRow, Surface, Terrain,
    TerrainOptions, Vehicle, WheelChannel, World,
};

const GRAVITY: f64 = 9.80665;

fn model(rung: Rung) -> Result<Model> {
    Model::new(&Vehicle::new(), rung)
}

#[test]
fn values_are_set_by_path_and_refused_with_their_place() -> Result<()> {
    let mut vehicle = Vehicle::new();
    vehicle.set("body.mass_kg", 1500.0)?.set_text("gearbox.kind", "automatic")?;
    assert_eq!(vehicle.number("body.mass_kg")?, 1500.0);
    assert_eq!(vehicle.body.mass_kg, 1500.0);
    assert_eq!(Model::new(&vehicle, Rung::FULL)?.describe().mass_kg, 1500.0);

    let error = vehicle.set("engine.idel_rpm", 900.0).unwrap_err();
    assert_eq!(error.kind, ErrorKind::ERROR_UNKNOWN);
    assert!(error.text.contains("idle"), "{error}");
    vehicle.body.mass_kg = -1.0;
    let error = Model::new(&vehicle, Rung::FULL).unwrap_err();
    assert_eq!((error.kind, error.path.as_str()), (ErrorKind::ERROR_RANGE, "body.mass_kg"));
    assert_eq!(vehicle.set("body.ma\0ss_kg", 1.0).unwrap_err().kind, ErrorKind::ERROR_FORMAT);
    Ok(())
}

#[test]
fn a_saved_model_drives_the_same_way() -> Result<()> {
    let first = model(Rung::SINGLE_TRACK)?;
    let second = Model::restore(&first.save())?;
    let mut hashes = [0; 2];
    for (hash, model) in hashes.iter_mut().zip([&first, &second]) {
        let mut cars = Cars::new(model, 3)?;
        cars.inputs_mut()[1].throttle = 1.0;
        cars.step(&Ground::flat(), 100);
        *hash = cars.hash();
    }
    assert_eq!(hashes[0], hashes[1]);
    assert_eq!(Model::restore(&[0; 7]).unwrap_err().kind, ErrorKind::ERROR_FORMAT);
    Ok(())
}

#[test]
fn loads_carry_the_weight() -> Result<()> {
    let model = model(Rung::FULL)?;
    let mut cars = Cars::new(&model, 20)?;
    cars.step(&Ground::flat(), 480);
    for car in cars.iter() {
        let load: f64 = car.wheels().map(|wheel| wheel.read(WheelChannel::LOAD_N)).sum();
        let weight = model.describe().mass_kg * GRAVITY;
        assert!((load / weight - 1.0).abs() < 1e-3, "{load} of {weight} N");
        assert_eq!(car.fault(), 0);
        assert_eq!(car.wheel_poses(1.0).len(), car.wheels().len());
    }
    let mut outputs = [0.0; 40];
    cars.read_channels(&[c"speed_mps", c"z_m"], &mut outputs)?;
    assert_eq!(outputs[39], cars.car(19).read(Channel::Z_M));
    Ok(())
}

#[test]
fn rows_are_the_states_in_memory() -> Result<()> {
    let cars = Cars::new(&model(Rung::FULL)?, 20)?;
    assert!(cars.state_row(1, StateRow::Car(0)).is_some());
    assert!(cars.state_row(1, StateRow::Wheel(3, 0)).is_some());
    let kinematic = Cars::new(&model(Rung::KINEMATIC)?, 1)?;
    assert!(kinematic.state_row(0, StateRow::BodyPoint(0, 0)).is_none(), "a kinematic car has no body points");
    Ok(())
}

#[test]
#[should_panic(expected = "car 2 of 2")]
fn a_car_that_does_not_exist() {
    let cars = Cars::new(&model(Rung::KINEMATIC).unwrap(), 2).unwrap();
    cars.car(2);
}

#[test]
#[should_panic(expected = "wheel 4 of 4")]
fn a_wheel_that_does_not_exist() {
    let cars = Cars::new(&model(Rung::FULL).unwrap(), 1).unwrap();
    cars.car(0).wheel(4);
}

#[test]
fn a_snapshot_goes_on_with_the_same_bits() -> Result<()> {
    let mut cars = Cars::new(&model(Rung::FULL)?, 2)?;
    cars.inputs_mut()[0].throttle = 1.0;
    cars.step(&Ground::flat(), 100);
    let snapshot = cars.save();
    cars.step(&Ground::flat(), 100);
    let hash = cars.hash();
    cars.restore(&snapshot)?;
    assert_ne!(cars.hash(), hash);
    cars.step(&Ground::flat(), 100);
    assert_eq!(cars.hash(), hash);
    assert_eq!(cars.restore(&snapshot[1..]).unwrap_err().kind, ErrorKind::ERROR_FORMAT);
    Ok(())
}

#[test]
fn cars_move_between_threads() -> Result<()> {
    let model = model(Rung::FULL)?;
    let drive = |mut cars: Cars| {
        cars.inputs_mut()[0].throttle = 1.0;
        cars.step(&Ground::flat(), 200);
        cars.hash()
    };
    let here = drive(Cars::new(&model, 1)?);
    let cars = [Cars::new(&model, 1)?, Cars::new(&model, 1)?];
    let there = std::thread::scope(|scope| {
        cars.map(|cars| scope.spawn(move || drive(cars))).map(|thread| thread.join().unwrap())
    });
    assert_eq!(there, [here; 2]);
    Ok(())
}

#[test]
fn a_closure_is_ground() -> Result<()> {
    // a level road 2 m above the origin
    let road = |probes: &[Probe], contacts: &mut [Contact]| {
        for (probe, contact) in probes.iter().zip(contacts) {
            let [x_m, y_m, _] = probe.position_m;
            *contact = Contact { point_m: [x_m, y_m, 2.0], normal: [0.0, 0.0, 1.0], ..Default::default() };
        }
    };
    let ground = Ground::from_query(&road, 1, true);
    let mut cars = Cars::new(&model(Rung::FULL)?, 1)?;
    let level = Ground::flat().placement(0.0, 0.0, 0.0);
    cars.place(0, &kamm::Placement { position_m: [0.0, 0.0, 2.0], ..level })?;
    cars.step(&ground, 480);
    assert!((cars.car(0).pose(1.0).position_m[2] - 2.0).abs() < 0.01);
    assert!(cars.place(0, &kamm::Placement { speed_mps: f64::NAN, ..level }).is_err());
    Ok(())
}

#[test]
fn gravity_scales_the_loads() -> Result<()> {
    let model = model(Rung::FULL)?;
    for gravity in [1.62_f32, 3.71, 9.81] {
        let ground = Ground::flat().with_gravity([0.0, 0.0, -gravity]);
        let mut cars = Cars::new(&model, 1)?;
        cars.step(&ground, 480);
        let load: f64 = cars.car(0).wheels().map(|wheel| wheel.read(WheelChannel::LOAD_N)).sum();
        assert!((load / (model.describe().mass_kg * f64::from(gravity)) - 1.0).abs() < 2e-3, "{load} N");
    }
    Ok(())
}

#[test]
fn terrain_has_the_heights_that_it_was_given() -> Result<()> {
    let heights: Vec<f32> = (0..100).map(|i| 0.1 * (i % 10) as f32).collect();
    let slope = LayerShape::Heights { columns: 10, cell_m: 5.0, origin_m: [0.0; 2], heights_m: &heights };
    let surface = Surface { friction: 0.5, ..Default::default() };
    let options = TerrainOptions { surfaces: &[surface], ..Default::default() };
    let terrain = Terrain::new(&[Layer { shape: slope, surface: None }], &options)?;
    for x_m in [5.0, 12.5, 33.0] {
        assert!((terrain.at(x_m, 20.0, 100.0).height_m - 0.02 * x_m).abs() < 1e-6);
    }
    let vertices_m = [[0.0, 0.0, 1.0], [40.0, 0.0, 1.0], [0.0, 40.0, 1.0]];
    let mesh = LayerShape::Mesh { vertices_m: &vertices_m, triangles: &[[0, 1, 2]] };
    let terrain = Terrain::new(&[Layer { shape: mesh, surface: None }], &TerrainOptions::default())?;
    assert_eq!(terrain.at(10.0, 10.0, 100.0).height_m, 1.0);
    let mesh = LayerShape::Mesh { vertices_m: &vertices_m, triangles: &[[0, 1, 3]] };
    let wrong = Terrain::new(&[Layer { shape: mesh, surface: None }], &TerrainOptions::default());
    assert_eq!(wrong.unwrap_err().kind, ErrorKind::ERROR_RANGE);
    Ok(())
}

#[test]
fn a_world_owns_its_cars_and_gives_them_back() -> Result<()> {
    let model = model(Rung::FULL)?;
    let mut world = World::new(&Ground::flat())?;
    let crate_at = |x_m| BodyDef::dynamic(Shape::Box(Solid::of_half([0.5; 3])), 50.0).at([x_m, 0.0, 0.5]);
    let pushed = world.add_body(&crate_at(8.0))?;
    let group = world.add(Cars::new(&model, 1)?)?;
    let placement = world.placement(&model, 0.0, 0.0, 0.0);
    world.group_mut(group).place(0, &kamm::Placement { speed_mps: 10.0, ..placement })?;

    let start = world.save();
    let mut touched = 0;
    for _ in 0..60 {
        world.step(4);
        touched += world.contacts().iter().filter(|event| event.r#type.contains(&BodyType::CAR)).count();
    }
    assert!(touched > 0 && world.body_motion(pushed)?.position_m[0] > 9.0);
    let end = world.hash();
    world.use_threads(2)?;
    world.restore(&start)?;
    for _ in 0..60 {
        world.step(4);
    }
    assert_eq!(world.hash(), end, "on threads");

    let hit = world.cast_ray([-50.0, 0.0, 0.6], [200.0, 0.0, 0.6], None).expect("the car");
    assert_eq!(hit.body.r#type, BodyType::CAR);
    assert!(world.cast_ray([-50.0, 90.0, 0.6], [200.0, 90.0, 0.6], None).is_none());
    world.remove_body(pushed)?;
    assert_eq!(world.body_motion(pushed).unwrap_err().kind, ErrorKind::ERROR_UNKNOWN);
    let mut cars = world.remove(group);
    cars.step(&Ground::flat(), 4);
    assert_eq!(world.group_count(), 0);
    Ok(())
}

#[test]
fn bodies_have_hulls_and_meshes() -> Result<()> {
    let mut world = World::new(&Ground::flat())?;
    let wedge =
        vec![[0.0, -1.0, 0.0], [0.0, 1.0, 0.0], [4.0, -1.0, 0.0], [4.0, 1.0, 0.0], [4.0, -1.0, 1.0], [4.0, 1.0, 1.0]];
    let hull = world.add_body(&BodyDef::fixed(Shape::Hull(wedge.clone())).at([10.0, 0.0, 0.0]))?;
    let mesh = Shape::Mesh { points_m: wedge, triangles: vec![[0, 4, 1], [1, 4, 5]] };
    world.add_body(&BodyDef::fixed(mesh).at([30.0, 0.0, 0.0]))?;
    for (x_m, height_m) in [(12.0, 0.5), (33.0, 0.75)] {
        let hit = world.cast_ray([x_m, 0.1, 5.0], [x_m, 0.1, -5.0], None).expect("a body");
        assert!((hit.point_m[2] - height_m).abs() < 1e-6, "{hit:?}");
    }
    assert_eq!(world.body_at(hull.index).map(|body| body.generation), Some(hull.generation));
    let sensor = BodyDef { sensor: true, ..BodyDef::fixed(Shape::Box(Solid::of_half([2.0, 2.0, 2.0]))) };
    let sensor = world.add_body(&sensor)?;
    world.add_body(&BodyDef::cone(0.5))?;
    world.step(1);
    assert_eq!(world.in_sensor(sensor).len(), 1);
    assert_eq!(world.sensor_events().len(), 1);
    Ok(())
}

#[test]
fn a_world_ends_before_its_terrain_and_its_cars() -> Result<()> {
    let terrain = Terrain::new(&[], &TerrainOptions::default())?;
    let mut world = World::new(&terrain.ground())?;
    world.add(Cars::new(&model(Rung::KINEMATIC)?, 3)?)?;
    world.step(4);
    let other = Cars::new(&model(Rung::KINEMATIC)?, 3)?;
    let former = world.replace(0, other)?;
    assert_eq!(former.len(), 3);
    drop(world);
    drop(terrain);
    Ok(())
}

#[test]
fn a_motion_is_handed_over() -> Result<()> {
    let (low, full) = (model(Rung::SINGLE_TRACK)?, model(Rung::FULL)?);
    let mut from = Cars::new(&low, 1)?;
    let mut to = Cars::new(&full, 2)?;
    let mut at = Ground::flat().placement(3.0, 4.0, 0.5);
    at.speed_mps = 20.0;
    from.place(0, &at)?;
    from.step(&Ground::flat(), 24);
    from.hand_over(0, &mut to, 1);
    let (was, is) = (from.car(0).motion(), to.car(1).motion());
    for axis in 0..3 {
        assert!((was.velocity_mps[axis] - is.velocity_mps[axis]).abs() < 0.05, "{was:?} {is:?}");
    }
    Ok(())
}

#[test]
fn a_force_accelerates_the_mass() -> Result<()> {
    let model = model(Rung::FULL)?;
    let mut cars = Cars::new(&model, 1)?;
    let air = Ground::flat().with_gravity([0.0; 3]).with_air_density(0.0);
    cars.place(0, &kamm::Placement { position_m: [0.0, 0.0, 100.0], ..Default::default() })?;
    cars.step(&air, 240); // springs stretch to their free length
    let before = cars.car(0).motion().velocity_mps[0];
    for _ in 0..240 {
        cars.apply_force(0, [1000.0, 0.0, 0.0], None)?;
        cars.step(&air, 1);
    }
    let gained = cars.car(0).motion().velocity_mps[0] - before;
    assert!((gained * model.describe().mass_kg / 1000.0 - 1.0).abs() < 0.01, "{gained} m/s");
    assert_eq!(cars.apply_torque(0, [f64::NAN; 3]).unwrap_err().kind, ErrorKind::ERROR_RANGE);
    Ok(())
}

#[test]
fn a_driver_follows_a_circle() -> Result<()> {
    let radius = 40.0;
    let points: Vec<[f64; 2]> = (0..60)
        .map(|i| std::f64::consts::TAU * f64::from(i) / 60.0)
        .map(|angle| [radius * angle.sin(), -radius * angle.cos()])
        .collect();
    let path = Path { points_m: &points, width_m: 8.0, closed: true, sides_m: None, heights_m: None, banks_rad: None };
    let line = Line::new(&path)?;
    assert!((line.length_m() / (radius * std::f64::consts::TAU) - 1.0).abs() < 0.01);
    assert!((line.at(10.0).curvature_per_m * radius - 1.0).abs() < 0.05);
    let model = model(Rung::FULL)?;
    let plan = Plan::new(&line, &model, 0.7)?;
    drop(line); // the plan keeps it
    let mut driver = plan.driver(0.0);
    let mut cars = Cars::new(&model, 1)?;
    cars.place(0, &driver.start())?;
    for _ in 0..1000 {
        driver.drive(&mut cars, 0, 0.01);
        cars.step(&Ground::flat(), 2);
        assert!(driver.left_m().abs() < 1.5, "{driver:?}");
    }
    assert!(driver.driven_m() > 50.0);
    Ok(())
}

#[test]
fn keys_drive_and_riders_need_two_wheels_in_line() -> Result<()> {
    let model = model(Rung::FULL)?;
    let mut cars = Cars::new(&model, 1)?;
    let request = kamm::DriverRequest { throttle: 1.0, ..Default::default() };
    for _ in 0..120 {
        cars.assist(0, &InputAssist::default(), &request, 1.0 / 60.0);
        cars.step(&Ground::flat(), 4);
    }
    assert!(cars.car(0).read(Channel::SPEED_MPS) > 3.0);
    assert!(!model.has_rider());
    let refused = cars.ride(0, &RideRequest::default(), 1.0 / 60.0).unwrap_err();
    assert_eq!(refused.kind, ErrorKind::ERROR_RANGE);
    Ok(())
}

#[test]
fn a_clock_gives_whole_substeps() {
    let mut clock = Clock::new(0.0);
    assert_eq!(clock.advance(0.02), 4);
    assert!((clock.fraction() - 0.8).abs() < 1e-9);
}

#[test]
fn a_trailer_needs_a_hitch() -> Result<()> {
    let car = model(Rung::FULL)?;
    let refused = Combinations::new(&[&car, &car], 1).unwrap_err();
    assert_eq!(refused.kind, ErrorKind::ERROR_RANGE);
    Ok(())
}

#[test]
fn names_of_values() {
    assert_eq!(format!("{:?}", Rung::FULL), "KAMM_FULL");
    assert_eq!(format!("{:?}", sys::kamm_rung(77)), "kamm_rung(77)");
    assert_eq!(Channel::SPEED_MPS, sys::KAMM_CHANNEL_speed_mps);
}
