using UnityEngine;

namespace Kamm.Unity
{
    /// <summary>
    /// Axes of Kamm (x forward, y left, z up, right-handed) and of Unity (z forward, x right, y up, left-handed). The change of hand
    /// turns the axis of a rotation round, too.
    /// </summary>
    public static class Axes
    {
        public static Vector3 ToUnity(Vector3d of) => new Vector3((float)-of.Y, (float)of.Z, (float)of.X);
        public static Vector3 ToUnity(Vector3f of) => new Vector3(-of.Y, of.Z, of.X);
        public static Vector3d FromUnity(Vector3 of) => new Vector3d(of.z, -of.x, of.y);
        public static Vector3f SingleFromUnity(Vector3 of) => new Vector3f(of.z, -of.x, of.y);

        public static Quaternion ToUnity(Quaterniond of) => new Quaternion((float)of.Y, (float)-of.Z, (float)-of.X, (float)of.W);
        public static Quaterniond FromUnity(Quaternion of) => new Quaterniond(of.w, -of.z, of.x, -of.y);
    }
}
