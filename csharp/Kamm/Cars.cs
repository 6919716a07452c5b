using System;

namespace Kamm
{
    /// <summary>Cars: one, or many that are stepped together. Steps and reads make no garbage.</summary>
    public sealed unsafe class Cars : KammObject
    {
        internal World world; // which steps them; null: they step by themselves

        /// <summary>Creates cars of one model, at the origin until they are placed.</summary>
        public Cars(Model model, int count) : base(Create(model, count))
        {
            Count = count;
            WheelCount = model.Describe().WheelCount;
        }

        public int Count { get; }
        /// <summary>Wheels of each car.</summary>
        public int WheelCount { get; }

        /// <summary>Inputs, a struct per car. They may be written between steps, until the cars are disposed.</summary>
        public Span<Input> Inputs => new Span<Input>(Native.kamm_inputs(Handle), Count);

        /// <summary>Places a car with its springs in equilibrium, and clears its faults and inputs.</summary>
        public void Place(int car, in Placement at)
        {
            Check(car);
            ErrorInfo error;
            Placement placement = at;
            Native.Check(Native.kamm_check_placement(Handle, car, &placement, &error), ref error);
            Native.kamm_place(Handle, car, &placement);
            GC.KeepAlive(this);
        }

        /// <summary>Steps all cars by whole substeps, 1/240 s each by default.</summary>
        public void Step(in Ground ground, int substeps)
        {
            if (world != null) throw new InvalidOperationException("these cars are stepped by their world");
            if (substeps < 0) throw new ArgumentOutOfRangeException(nameof(substeps), substeps, "0 or more");
            Ground at = ground;
            Native.kamm_step(Handle, &at, substeps);
            GC.KeepAlive(this);
        }

        /// <summary>Steps all cars on a ground of the host. An exception of its query is thrown again here.</summary>
        public void Step(HostGround ground, int substeps)
        {
            Step(ground.Ground, substeps);
            ground.ThrowFailure();
        }

        /// <summary>One channel of a car.</summary>
        public double Read(int car, Channel channel)
        {
            Check(car);
            if ((uint)channel >= (uint)Channel.Count) throw new ArgumentOutOfRangeException(nameof(channel));
            double value = Native.kamm_read(Handle, car, channel);
            GC.KeepAlive(this);
            return value;
        }

        /// <summary>One channel of a wheel.</summary>
        public double Read(int car, int wheel, WheelChannel channel)
        {
            Check(car);
            CheckWheel(wheel);
            if ((uint)channel >= (uint)WheelChannel.ChannelCount) throw new ArgumentOutOfRangeException(nameof(channel));
            double value = Native.kamm_read_wheel(Handle, car, wheel, channel);
            GC.KeepAlive(this);
            return value;
        }

        /// <summary>What a wheel stands on.</summary>
        public WheelContact ReadContact(int car, int wheel)
        {
            Check(car);
            CheckWheel(wheel);
            WheelContact contact;
            Native.kamm_read_wheel_contact(Handle, car, wheel, &contact);
            GC.KeepAlive(this);
            return contact;
        }

        /// <summary>Pose of the body. Fraction 0: before the last substep, 1: now (<see cref="StepClock.Fraction"/>).</summary>
        public Pose ReadPose(int car, double fraction = 1)
        {
            Check(car);
            Pose pose;
            Native.kamm_read_pose(Handle, car, fraction, &pose, null);
            GC.KeepAlive(this);
            return pose;
        }

        /// <summary>Pose of the body, and of each wheel in <paramref name="wheels"/>.</summary>
        public Pose ReadPose(int car, Span<WheelPose> wheels, double fraction = 1)
        {
            Check(car);
            if (wheels.Length < WheelCount) throw new ArgumentException($"a place for each of {WheelCount} wheels", nameof(wheels));
            Pose pose;
            fixed (WheelPose* to = wheels) Native.kamm_read_pose(Handle, car, fraction, &pose, to);
            GC.KeepAlive(this);
            return pose;
        }

        /// <summary>Motion of a car as a rigid body with wheels, world axes.</summary>
        public Motion ReadMotion(int car)
        {
            Check(car);
            Motion motion;
            Native.kamm_read_motion(Handle, car, &motion);
            GC.KeepAlive(this);
            return motion;
        }

        /// <summary>Sets the motion of a car, to follow a server or a recording.</summary>
        public void SetMotion(int car, in Motion motion)
        {
            Check(car);
            ErrorInfo error;
            Motion at = motion;
            Native.Check(Native.kamm_set_motion(Handle, car, &at, &error), ref error);
            GC.KeepAlive(this);
        }

        /// <summary>Applies a force in N at the centre of gravity, during the next step.</summary>
        public void ApplyForce(int car, Vector3d forceN) => ApplyForce(car, &forceN, null);

        /// <summary>Applies a force in N at a point, world axes, during the next step.</summary>
        public void ApplyForce(int car, Vector3d forceN, Vector3d pointM) => ApplyForce(car, &forceN, &pointM);

        void ApplyForce(int car, Vector3d* forceN, Vector3d* pointM)
        {
            Check(car);
            ErrorInfo error;
            Native.Check(Native.kamm_apply_force(Handle, car, (double*)forceN, (double*)pointM, &error), ref error);
            GC.KeepAlive(this);
        }

        /// <summary>Changes a car's momentum at once by an impulse in N·s at the centre of gravity.</summary>
        public void ApplyImpulse(int car, Vector3d impulseNs) => ApplyImpulse(car, &impulseNs, null);

        /// <summary>Changes a car's momentum at once by an impulse in N·s at a point, world axes.</summary>
        public void ApplyImpulse(int car, Vector3d impulseNs, Vector3d pointM) => ApplyImpulse(car, &impulseNs, &pointM);

        void ApplyImpulse(int car, Vector3d* impulseNs, Vector3d* pointM)
        {
            Check(car);
            ErrorInfo error;
            Native.Check(Native.kamm_apply_impulse(Handle, car, (double*)impulseNs, (double*)pointM, &error), ref error);
            GC.KeepAlive(this);
        }

        /// <summary>Writes the inputs of a driver with keys or a pad for the next time.</summary>
        public void Assist(int car, in InputAssist assist, in DriverRequest request, double intervalS)
        {
            Check(car);
            InputAssist by = assist;
            DriverRequest asked = request;
            Native.kamm_assist_input(&by, Handle, car, &asked, intervalS);
            GC.KeepAlive(this);
        }

        /// <summary>Balances a vehicle with two wheels in line for the next time. Error: it has no rider.</summary>
        public void Ride(int car, in RideRequest request, double intervalS)
        {
            Check(car);
            ErrorInfo error;
            RideRequest asked = request;
            Native.Check(Native.kamm_ride(Handle, car, &asked, intervalS, &error), ref error);
            GC.KeepAlive(this);
        }

        /// <summary>Hands a car's motion over to a car of any rung or model.</summary>
        public void HandOver(int car, Cars to, int toCar)
        {
            Check(car);
            to.Check(toCar);
            Native.kamm_hand_over(Handle, car, to.Handle, toCar);
            GC.KeepAlive(this);
            GC.KeepAlive(to);
        }

        /// <summary>Fault bits of a car (<see cref="FaultBits"/>); 0: none.</summary>
        public FaultBits Fault(int car)
        {
            Check(car);
            return (FaultBits)Native.kamm_fault(Handle, car);
        }

        /// <summary>Size of a snapshot in bytes.</summary>
        public int SnapshotSize => (int)Native.kamm_snapshot_size(Handle);

        /// <summary>Writes all states and inputs to a buffer of <see cref="SnapshotSize"/> bytes, without garbage.</summary>
        public void Save(Span<byte> to)
        {
            if (to.Length < SnapshotSize) throw new ArgumentException($"{SnapshotSize} bytes", nameof(to));
            fixed (byte* at = to) Native.kamm_save_snapshot(Handle, (IntPtr)at);
            GC.KeepAlive(this);
        }

        /// <summary>Restores what was saved. The cars then continue with the same bits.</summary>
        public void Restore(ReadOnlySpan<byte> from)
        {
            ErrorInfo error;
            fixed (byte* at = from)
                Native.Check(Native.kamm_restore_snapshot(Handle, (IntPtr)at, (UIntPtr)from.Length, &error), ref error);
            GC.KeepAlive(this);
        }

        /// <summary>A hash of all cars' states. Equal states have equal hashes on every machine.</summary>
        public ulong Hash() => Native.kamm_state_hash(Handle);

        internal void Check(int car)
        {
            if ((uint)car >= (uint)Count) throw new ArgumentOutOfRangeException(nameof(car), car, $"there are {Count} cars");
        }

        void CheckWheel(int wheel)
        {
            if ((uint)wheel >= (uint)WheelCount)
                throw new ArgumentOutOfRangeException(nameof(wheel), wheel, $"there are {WheelCount} wheels");
        }

        static IntPtr Create(Model model, int count)
        {
            if (count < 0) throw new ArgumentOutOfRangeException(nameof(count), count, "0 or more");
            ErrorInfo error;
            IntPtr made = Native.Check(Native.kamm_create_cars(model.Handle, count, &error), ref error);
            GC.KeepAlive(model);
            return made;
        }

        protected override void Destroy(IntPtr handle) => Native.kamm_destroy_cars(handle);
    }

    /// <summary>Converts real time to whole substeps.</summary>
    public unsafe struct StepClock
    {
        Clock clock;
        double fraction;

        /// <summary>A clock of that substep (<see cref="ModelInfo.SubstepS"/>); 0: 1/240 s.</summary>
        public StepClock(double substepS)
        {
            clock = new Clock { SubstepS = substepS };
            fraction = 1;
        }

        /// <summary>Adds a frame's time and returns the substeps to take now.</summary>
        public int Advance(double frameS)
        {
            Clock now = clock;
            double at;
            int substeps = Native.kamm_advance_clock(&now, frameS, &at);
            clock = now;
            fraction = at;
            return substeps;
        }

        /// <summary>Where the present lies between the last two substeps, for poses.</summary>
        public double Fraction => fraction;
    }
}
