using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Kamm
{
    /// <summary>Two numbers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Vector2d
    {
        public double X, Y;
        public Vector2d(double x, double y) { X = x; Y = y; }
    }

    /// <summary>Three numbers, in the axes of Kamm: x forward, y left, z up.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Vector3d
    {
        public double X, Y, Z;
        public Vector3d(double x, double y, double z) { X = x; Y = y; Z = z; }
        public override string ToString() => $"({X}, {Y}, {Z})";
    }

    /// <summary>Three numbers in single precision.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Vector3f
    {
        public float X, Y, Z;
        public Vector3f(float x, float y, float z) { X = x; Y = y; Z = z; }
        public override string ToString() => $"({X}, {Y}, {Z})";
    }

    /// <summary>A rotation. All 0 stands for none.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Quaterniond
    {
        public double W, X, Y, Z;
        public Quaterniond(double w, double x, double y, double z) { W = w; X = x; Y = y; Z = z; }
        /// <summary>A rotation about the z axis, positive to the left.</summary>
        public static Quaterniond OfYaw(double rad) => new Quaterniond(Math.Cos(rad / 2), 0, 0, Math.Sin(rad / 2));
        public override string ToString() => $"({W}; {X}, {Y}, {Z})";
    }

    /// <summary>Bad data: a value out of its range, a name that does not exist. The call changed nothing.</summary>
    public sealed class KammException : Exception
    {
        /// <summary>Kind of the error.</summary>
        public Result Kind { get; }
        /// <summary>Path of the field, such as "axles[1].track_m"; may be empty.</summary>
        public string Path { get; }

        internal KammException(ref ErrorInfo from) : base(from.TextText)
        {
            Kind = from.Code;
            Path = from.PathText;
        }
    }

    /// <summary>Texts of C.</summary>
    static class Utf8
    {
        /// <summary>The text up to its zero.</summary>
        public static string TextOf(Span<byte> bytes)
        {
            int end = bytes.IndexOf((byte)0);
            return Encoding.UTF8.GetString(bytes.Slice(0, end < 0 ? bytes.Length : end).ToArray());
        }

        /// <summary>The bytes of a text with its zero.</summary>
        public static byte[] OfText(string text)
        {
            if (text.IndexOf('\0') >= 0) throw new ArgumentException("the text contains a zero character", nameof(text));
            return Encoding.UTF8.GetBytes(text + "\0");
        }
    }

    public static unsafe partial class Native
    {
        /// <summary>Name of the library, which the runtime completes: libkamm.so, kamm.dll, libkamm.dylib.</summary>
        public const string Library = "kamm";

        /// <summary>Refuses a library of another version or layout than this assembly was made for.</summary>
        static Native()
        {
            var names = new byte[Structs.Length][];
            var pins = new GCHandle[Structs.Length];
            var structs = new AbiStruct[Structs.Length];
            for (int i = 0; i < structs.Length; ++i) {
                names[i] = Utf8.OfText(Structs[i].Name);
                pins[i] = GCHandle.Alloc(names[i], GCHandleType.Pinned);
                structs[i].Name = (byte*)pins[i].AddrOfPinnedObject();
                structs[i].Size = (UIntPtr)Structs[i].Size;
            }
            ErrorInfo error;
            Result result;
            fixed (AbiStruct* first = structs)
                result = kamm_check_abi(Constants.VERSION_NUMBER, first, structs.Length, &error);
            foreach (GCHandle pin in pins) pin.Free();
            Check(result, ref error);
        }

        internal static void Check(Result result, ref ErrorInfo error)
        {
            if (result != Result.Ok) throw new KammException(ref error);
        }

        internal static IntPtr Check(IntPtr made, ref ErrorInfo error)
        {
            if (made == IntPtr.Zero) throw new KammException(ref error);
            return made;
        }
    }

    /// <summary>An object of the C library. Disposing destroys it; else the finaliser does.</summary>
    public abstract class KammObject : IDisposable
    {
        IntPtr handle;

        protected KammObject(IntPtr handle) { this.handle = handle; }
        ~KammObject() { Destroy(); }

        /// <summary>The object for functions of <see cref="Native"/>.</summary>
        public IntPtr Handle => handle != IntPtr.Zero ? handle : throw new ObjectDisposedException(GetType().Name);

        public bool IsDisposed => handle == IntPtr.Zero;

        /// <summary>Destroys the object. A second call does nothing.</summary>
        public void Dispose()
        {
            Destroy();
            GC.SuppressFinalize(this);
        }

        void Destroy()
        {
            IntPtr was = handle;
            handle = IntPtr.Zero;
            if (was != IntPtr.Zero) Destroy(was);
        }

        protected abstract void Destroy(IntPtr handle);
    }
}
