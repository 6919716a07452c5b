#pragma once

#include "CoreMinimal.h"

/**
 * Axes and units of Kamm (x forward, y left, z up, right-handed; m, N) and of Unreal (x forward, y right, z up, left-handed; cm,
 * kg cm/s2). The change of hand turns the sense of rotations round. Nothing else in the plugin converts.
 */
namespace Kamm
{

constexpr double CmPerM = 100;

/** Places, velocities and forces: m, m/s, N to cm, cm/s, kg cm/s2. */
inline FVector ToUnreal(const double (&Of)[3])
{
    return FVector(Of[0] * CmPerM, -Of[1] * CmPerM, Of[2] * CmPerM);
}

inline void FromUnreal(const FVector &Of, double (&To)[3])
{
    To[0] = Of.X / CmPerM;
    To[1] = -Of.Y / CmPerM;
    To[2] = Of.Z / CmPerM;
}

inline void FromUnreal(const FVector &Of, float (&To)[3])
{
    To[0] = static_cast<float>(Of.X / CmPerM);
    To[1] = static_cast<float>(-Of.Y / CmPerM);
    To[2] = static_cast<float>(Of.Z / CmPerM);
}

/** Unit vectors. */
inline FVector DirectionToUnreal(const float (&Of)[3]) { return FVector(Of[0], -Of[1], Of[2]); }

inline void DirectionFromUnreal(const FVector &Of, float (&To)[3])
{
    To[0] = static_cast<float>(Of.X);
    To[1] = static_cast<float>(-Of.Y);
    To[2] = static_cast<float>(Of.Z);
}

/** Rotations: w, x, y, z of Kamm. */
inline FQuat ToUnrealRotation(const double (&Of)[4]) { return FQuat(-Of[1], Of[2], -Of[3], Of[0]); }

inline void RotationFromUnreal(const FQuat &Of, double (&To)[4])
{
    To[0] = Of.W;
    To[1] = -Of.X;
    To[2] = Of.Y;
    To[3] = -Of.Z;
}

/** Angular velocities, rad/s. */
inline FVector SpinToUnreal(const double (&Of)[3]) { return FVector(-Of[0], Of[1], -Of[2]); }

inline void SpinFromUnreal(const FVector &Of, double (&To)[3])
{
    To[0] = -Of.X;
    To[1] = Of.Y;
    To[2] = -Of.Z;
}

/** Torques: N m to kg cm2/s2. */
inline FVector TorqueToUnreal(const double (&Of)[3])
{
    return SpinToUnreal(Of) * (CmPerM * CmPerM);
}

/** A rotation about a wheel's axis, by Kamm's angle. */
inline FQuat SpinRotation(double AngleRad)
{
    return FQuat(0, FMath::Sin(AngleRad / 2), 0, FMath::Cos(AngleRad / 2));
}

} // namespace Kamm
