extends KammVehicle3D

func _ready() -> void:
	gear_changed.connect(func(engaged: int) -> void: print("gear ", engaged))

func _physics_process(_delta: float) -> void:
	steer = Input.get_axis("ui_right", "ui_left")
	throttle = Input.get_action_strength("ui_up")
	brake = Input.get_action_strength("ui_down")
	hand_brake = Input.get_action_strength("ui_select")
	if Input.is_action_just_pressed("ui_home"):
		place(Transform3D.IDENTITY)
