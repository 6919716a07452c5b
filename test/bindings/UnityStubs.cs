// What unity/ uses of Unity, as far as a test needs it: the scene is one level plane at y = 0.
using System;
using System.Collections.Generic;

namespace UnityEngine
{
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static Vector3 up => new Vector3(0, 1, 0);
        public static Vector3 down => new Vector3(0, -1, 0);
        public static Vector3 right => new Vector3(1, 0, 0);
        public static Vector3 operator +(Vector3 a, Vector3 b) => new Vector3(a.x + b.x, a.y + b.y, a.z + b.z);
        public static Vector3 operator -(Vector3 a, Vector3 b) => new Vector3(a.x - b.x, a.y - b.y, a.z - b.z);
        public static Vector3 operator *(float s, Vector3 a) => new Vector3(s * a.x, s * a.y, s * a.z);
        public static Vector3 Cross(Vector3 a, Vector3 b) =>
            new Vector3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
    }

    public struct Quaternion
    {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static Quaternion AngleAxis(float degrees, Vector3 axis)
        {
            float half = degrees / Mathf.Rad2Deg / 2, s = (float)Math.Sin(half);
            return new Quaternion(s * axis.x, s * axis.y, s * axis.z, (float)Math.Cos(half));
        }
        public static Quaternion operator *(Quaternion a, Quaternion b) => new Quaternion(
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
        public static Vector3 operator *(Quaternion q, Vector3 v)
        {
            var u = new Vector3(q.x, q.y, q.z);
            return v + 2 * Vector3.Cross(u, Vector3.Cross(u, v) + q.w * v);
        }
    }

    public static class Mathf { public const float Rad2Deg = (float)(180 / Math.PI); }
    public static class Time { public static float deltaTime = 1f / 60; }
    public struct LayerMask { public int value; public static implicit operator LayerMask(int value) => new LayerMask { value = value };
                              public static implicit operator int(LayerMask of) => of.value; }
    public enum QueryTriggerInteraction { Ignore }
    public sealed class Rigidbody { public Vector3 GetPointVelocity(Vector3 point) => default(Vector3); }
    public struct RaycastHit { public Vector3 point, normal; public Rigidbody rigidbody; }

    public static class Physics
    {
        public static Vector3 gravity = new Vector3(0, -9.81f, 0);
        public static bool Raycast(Vector3 from, Vector3 direction, out RaycastHit hit, float reach, int layers, QueryTriggerInteraction triggers)
        {
            hit = new RaycastHit { point = new Vector3(from.x, 0, from.z), normal = Vector3.up };
            return direction.y < 0 && from.y >= 0 && from.y / -direction.y <= reach;
        }
    }

    public class Object
    {
        static readonly List<Object> all = new List<Object>();
        public Object() { all.Add(this); }
        public static T FindObjectOfType<T>() where T : Object => (T)all.Find(one => one is T);
    }
    public class Component : Object { public Transform transform = null; }
    public class MonoBehaviour : Component {}
    public class ScriptableObject : Object {}
    public sealed class Transform : Object
    {
        public Vector3 position;
        public Quaternion rotation = new Quaternion(0, 0, 0, 1);
        public void SetPositionAndRotation(Vector3 to, Quaternion turned) { position = to; rotation = turned; }
    }
    public sealed class GameObject : Object
    {
        readonly Transform transform = new Transform();
        public GameObject(string name) {}
        public T AddComponent<T>() where T : Component, new() => new T { transform = transform };
    }
    public sealed class TextAsset : Object { public byte[] bytes; }
    public struct Color { public static Color green, red; }
    public static class Gizmos { public static Color color; public static int lines;
                                 public static void DrawLine(Vector3 from, Vector3 to) { ++lines; } }

    [AttributeUsage(AttributeTargets.All)] public sealed class TooltipAttribute : Attribute { public TooltipAttribute(string text) {} }
    [AttributeUsage(AttributeTargets.All)] public sealed class HeaderAttribute : Attribute { public HeaderAttribute(string text) {} }
    [AttributeUsage(AttributeTargets.All)] public sealed class RangeAttribute : Attribute { public RangeAttribute(float from, float to) {} }
    [AttributeUsage(AttributeTargets.All)] public sealed class CreateAssetMenuAttribute : Attribute { public string menuName, fileName; }
    [AttributeUsage(AttributeTargets.All)]
    public sealed class DefaultExecutionOrderAttribute : Attribute { public DefaultExecutionOrderAttribute(int order) {} }
}
