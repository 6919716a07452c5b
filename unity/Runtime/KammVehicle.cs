using UnityEngine;

namespace Kamm.Unity
{
    /// <summary>A vehicle. Scripts write its pedals and its steering, or the driver's request where the assist is on.</summary>
    public sealed class KammVehicle : MonoBehaviour
    {
        [Tooltip("Empty: the default small car.")]
        public KammPreset preset;
        [Tooltip("Empty: the scene's.")]
        public KammWorld world;
        [Tooltip("Wheels in Kamm's order: from the front, left before right. Their z axis points forward, their x axis along the axle.")]
        public Transform[] wheels = new Transform[0];
        [Tooltip("On: keys and pads steer well, two pedals drive forwards and backwards, and motorcycles are balanced.")]
        public bool assisted = true;

        [Header("Driver")]
        [Range(-1, 1)] public float steer; // positive to the right, as Unity's axes are
        [Range(0, 1)] public float throttle;
        [Range(0, 1)] public float brake;
        [Range(0, 1)] public float handBrake;

        Model own;
        WheelPose[] wheelPoses;
        InputAssist assist;
        float lockRad;

        /// <summary>The car of the C interface: one group of one car.</summary>
        public Cars Cars { get; private set; }

        public double SpeedMps => Cars.Read(0, Channel.SpeedMps);

        void OnEnable()
        {
            Model model = preset != null ? preset.Model : own = own ?? DefaultModel();
            if (world == null) world = FindObjectOfType<KammWorld>();
            if (world == null) world = new GameObject("Kamm world").AddComponent<KammWorld>();
            Cars = new Cars(model, 1);
            wheelPoses = new WheelPose[Cars.WheelCount];
            assist = Native.kamm_default_input_assist();
            ModelInfo info = model.Describe();
            lockRad = (float)(info.SteeringLockRad * info.SteeringRatio);
            world.Add(this);
            Place();
        }

        void OnDisable()
        {
            world.Remove(this);
            Cars.Dispose();
            Cars = null;
        }

        void OnDestroy() => own?.Dispose();

        /// <summary>Places the vehicle where its object is, at rest.</summary>
        public void Place()
        {
            Cars.Place(0, new Placement {
                PositionM = Axes.FromUnity(transform.position),
                Orientation = Axes.FromUnity(transform.rotation),
                Gear = Constants.GEAR_DRIVE,
            });
        }

        internal void WriteInputs(float intervalS)
        {
            if (assisted) {
                var request = new DriverRequest { Steer = -steer, Throttle = throttle, Brake = brake, HandBrake = handBrake };
                Cars.Assist(0, assist, request, intervalS);
                return;
            }
            ref Input input = ref Cars.Inputs[0];
            input.SteeringWheelRad = -steer * lockRad;
            input.Throttle = throttle;
            input.Brake = brake;
            input.HandBrake = handBrake;
        }

        internal void ReadPoses(double fraction)
        {
            Pose pose = Cars.ReadPose(0, wheelPoses, fraction);
            transform.SetPositionAndRotation(Axes.ToUnity(pose.PositionM), Axes.ToUnity(pose.Orientation));
            for (int i = 0; i < wheels.Length && i < wheelPoses.Length; ++i) {
                if (wheels[i] == null) continue;
                Quaternion spin = Quaternion.AngleAxis((float)wheelPoses[i].SpinAngleRad * Mathf.Rad2Deg, Vector3.right);
                Pose wheel = wheelPoses[i].Pose;
                wheels[i].SetPositionAndRotation(Axes.ToUnity(wheel.PositionM), Axes.ToUnity(wheel.Orientation) * spin);
            }
        }

        static Model DefaultModel()
        {
            using (var vehicle = new Vehicle()) return new Model(vehicle);
        }

#if UNITY_EDITOR
        // The tyres' forces, and the wheels as circles.
        void OnDrawGizmosSelected()
        {
            if (Cars == null) return;
            for (int wheel = 0; wheel < Cars.WheelCount; ++wheel) {
                WheelContact contact = Cars.ReadContact(0, wheel);
                Vector3 at = Axes.ToUnity(contact.PointM);
                Vector3 up = Axes.ToUnity(contact.Normal), forward = Axes.ToUnity(contact.Forward);
                Vector3 right = Vector3.Cross(up, forward);
                float perNewton = 2f / (float)(1 + contact.LoadN);
                Gizmos.color = Color.green;
                Gizmos.DrawLine(at, at + up);
                Gizmos.color = Color.red;
                Gizmos.DrawLine(at, at + perNewton * (float)Cars.Read(0, wheel, WheelChannel.LongitudinalForceN) * forward
                                       - perNewton * (float)Cars.Read(0, wheel, WheelChannel.LateralForceN) * right);
            }
        }
#endif
    }
}
