using System;
using UnityEngine;

namespace Kamm.Unity
{
    /// <summary>A vehicle for <see cref="KammVehicle"/>: a saved model, or the default car with some values of its own.</summary>
    [CreateAssetMenu(menuName = "Kamm/Vehicle preset", fileName = "Vehicle")]
    public sealed class KammPreset : ScriptableObject
    {
        /// <summary>A value by its path in the vehicle's file, such as "body.mass_kg" or "gearbox.kind".</summary>
        [Serializable]
        public struct Value
        {
            public string path;
            public string text;
        }

        [Tooltip("Bytes of Model.Save, as an asset with the ending .bytes. Empty: the default car with the values below.")]
        public TextAsset savedModel;
        public Rung rung = Rung.Full;
        public Value[] values = new Value[0];

        Model model;

        /// <summary>The compiled model, which all vehicles of this preset share.</summary>
        public Model Model
        {
            get
            {
                if (model == null || model.IsDisposed) model = Compile();
                return model;
            }
        }

        Model Compile()
        {
            if (savedModel != null) return new Model(savedModel.bytes);
            using (var vehicle = new Vehicle()) {
                foreach (Value value in values) vehicle.Set(value.path, value.text);
                return new Model(vehicle, rung);
            }
        }

        void OnDisable()
        {
            model?.Dispose(); // vehicles that drive keep what they need
            model = null;
        }
    }
}
