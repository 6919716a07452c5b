/* Stands in for what the Unreal plugin uses of Unreal's module Core: names and signatures are those of its published
 * interface, the rest is as simple as the test needs it. */
#ifndef KAMM_TEST_UNREAL_CORE_H
#define KAMM_TEST_UNREAL_CORE_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

using uint8 = std::uint8_t;
using int32 = std::int32_t;
using uint32 = std::uint32_t;
using int64 = std::int64_t;
using TCHAR = char16_t;

#define TEXT(text) u##text
#define THIRD_PARTY_INCLUDES_START
#define THIRD_PARTY_INCLUDES_END
#define UE_ARRAY_COUNT(array) (sizeof(array) / sizeof *(array))
#define PLATFORM_WINDOWS 0
#define WITH_EDITOR 1
#define KAMMVEHICLES_API

template <class T> std::remove_reference_t<T> &&MoveTemp(T &&of)
{
    return static_cast<std::remove_reference_t<T> &&>(of);
}

/* -- Texts -- */

struct FTextOut {
    std::u16string text;
    explicit FTextOut(const char *from)
    {
        for (; *from; ++from) text += static_cast<char16_t>(static_cast<unsigned char>(*from));
    }
    const TCHAR *Get() const { return text.c_str(); }
};
struct FTextIn {
    std::string text;
    explicit FTextIn(const TCHAR *from)
    {
        for (; *from; ++from) text += static_cast<char>(*from);
    }
    const char *Get() const { return text.c_str(); }
};
/* As in Unreal they hold to the end of the expression. */
#define UTF8_TO_TCHAR(text) (FTextOut(text).Get())
#define TCHAR_TO_UTF8(text) (FTextIn(text).Get())

class FString
{
  public:
    FString() = default;
    FString(const TCHAR *from) : text_(from) {}
    const TCHAR *operator*() const { return text_.c_str(); }
    bool IsEmpty() const { return text_.empty(); }
    bool operator==(const TCHAR *other) const { return text_ == other; }

  private:
    std::u16string text_;
};

class FName
{
  public:
    explicit FName(const TCHAR *) {}
};

/* -- Logs -- */

inline void FormatPart(std::string &to, const TCHAR *part) { to += FTextIn(part).text; }
inline void FormatPart(std::string &to, int part) { to += std::to_string(part); }
inline void FormatRest(std::string &to, const TCHAR *format) { to += FTextIn(format).text; }
template <class First, class... Rest>
void FormatRest(std::string &to, const TCHAR *format, First first, Rest... rest)
{
    for (; *format && *format != '%'; ++format) to += static_cast<char>(*format);
    FormatPart(to, first);
    FormatRest(to, *format ? format + 2 : format, rest...);
}

/* All lines of the log. */
extern std::vector<std::string> Logged;
template <class... Parts> void AddToLog(const TCHAR *format, Parts... parts)
{
    Logged.emplace_back();
    FormatRest(Logged.back(), format, parts...);
}
#define DECLARE_LOG_CATEGORY_EXTERN(name, least, most) extern const int name
#define DEFINE_LOG_CATEGORY(name) const int name = 0
/* A block, as in Unreal: an `else` behind it would not compile. */
#define UE_LOG(category, verbosity, ...) \
    {                                    \
        (void)category;                  \
        AddToLog(__VA_ARGS__);           \
    }

/* -- Containers and pointers -- */

template <class T> class TArray
{
  public:
    /* bool is no bit here: its elements are references. */
    using stored = std::conditional_t<std::is_same_v<T, bool>, uint8, T>;
    TArray() = default;
    TArray(const T *from, int32 count) : items_(from, from + count) {}
    int32 Num() const { return static_cast<int32>(items_.size()); }
    bool IsEmpty() const { return items_.empty(); }
    bool IsValidIndex(int32 i) const { return i >= 0 && i < Num(); }
    bool Contains(const T &item) const
    {
        return std::find(items_.begin(), items_.end(), item) != items_.end();
    }
    int32 Add(const T &item)
    {
        items_.push_back(item);
        return Num() - 1;
    }
    void Remove(const T &item)
    {
        items_.erase(std::remove(items_.begin(), items_.end(), item), items_.end());
    }
    void Empty() { items_.clear(); }
    void SetNum(int32 count) { items_.resize(static_cast<std::size_t>(count)); }
    void SetNumUninitialized(int32 count) { SetNum(count); }
    void Init(const T &item, int32 count) { items_.assign(static_cast<std::size_t>(count), item); }
    stored *GetData() { return items_.data(); }
    const stored *GetData() const { return items_.data(); }
    stored &operator[](int32 i) { return items_.at(static_cast<std::size_t>(i)); }
    const stored &operator[](int32 i) const { return items_.at(static_cast<std::size_t>(i)); }
    auto begin() { return items_.begin(); }
    auto end() { return items_.end(); }
    auto begin() const { return items_.begin(); }
    auto end() const { return items_.end(); }

  private:
    std::vector<stored> items_;
};

template <class T, class Deleter = std::default_delete<T>> class TUniquePtr
{
  public:
    TUniquePtr() = default;
    explicit TUniquePtr(T *own) : own_(own) {}
    T *Get() const { return own_.get(); }
    T *operator->() const { return own_.get(); }
    T &operator*() const { return *own_; }
    explicit operator bool() const { return own_ != nullptr; }
    bool IsValid() const { return own_ != nullptr; }
    void Reset(T *own = nullptr) { own_.reset(own); }

  private:
    std::unique_ptr<T, Deleter> own_;
};
template <class T> TUniquePtr<T> MakeUnique() { return TUniquePtr<T>(new T()); }
template <class T> class TSharedPtr
{
  public:
    TSharedPtr() = default;
    explicit TSharedPtr(T *own) : own_(own) {}
    T *operator->() const { return own_.get(); }
    explicit operator bool() const { return own_ != nullptr; }

  private:
    std::shared_ptr<T> own_;
};

template <class T> class TObjectPtr
{
  public:
    TObjectPtr(T *of = nullptr) : of_(of) {}
    T *Get() const { return of_; }
    T *operator->() const { return of_; }
    operator T *() const { return of_; }

  private:
    T *of_;
};
template <class T> class TWeakObjectPtr : public TObjectPtr<T>
{
  public:
    using TObjectPtr<T>::TObjectPtr;
};
template <class T> class TEnumAsByte
{
  public:
    TEnumAsByte() = default;
    TEnumAsByte(T of) : of_(static_cast<uint8>(of)) {}
    operator T() const { return static_cast<T>(of_); }

  private:
    uint8 of_ = 0;
};

/* -- Mathematics, in doubles as since Unreal 5 -- */

struct FMath {
    static double Sin(double of) { return std::sin(of); }
    static double Cos(double of) { return std::cos(of); }
    static double Atan2(double y, double x) { return std::atan2(y, x); }
    static int32 RoundToInt32(double of) { return static_cast<int32>(std::floor(of + 0.5)); }
};

struct FVector {
    double X = 0, Y = 0, Z = 0;
    FVector() = default;
    FVector(double x, double y, double z) : X(x), Y(y), Z(z) {}
    FVector operator+(const FVector &b) const { return {X + b.X, Y + b.Y, Z + b.Z}; }
    FVector operator-(const FVector &b) const { return {X - b.X, Y - b.Y, Z - b.Z}; }
    FVector operator*(double by) const { return {X * by, Y * by, Z * by}; }
    double Size() const { return std::sqrt(X * X + Y * Y + Z * Z); }
    static FVector CrossProduct(const FVector &a, const FVector &b)
    {
        return {a.Y * b.Z - a.Z * b.Y, a.Z * b.X - a.X * b.Z, a.X * b.Y - a.Y * b.X};
    }
};

struct FQuat {
    double X = 0, Y = 0, Z = 0, W = 1;
    FQuat() = default;
    FQuat(double x, double y, double z, double w) : X(x), Y(y), Z(z), W(w) {}
    /* The second rotation, then this one. */
    FQuat operator*(const FQuat &b) const
    {
        return {W * b.X + X * b.W + Y * b.Z - Z * b.Y, W * b.Y - X * b.Z + Y * b.W + Z * b.X,
                W * b.Z + X * b.Y - Y * b.X + Z * b.W, W * b.W - X * b.X - Y * b.Y - Z * b.Z};
    }
    FVector RotateVector(const FVector &v) const
    {
        const FVector of(X, Y, Z), twice = FVector::CrossProduct(of, v) * 2;
        return v + twice * W + FVector::CrossProduct(of, twice);
    }
    FVector GetForwardVector() const { return RotateVector(FVector(1, 0, 0)); }
};

class FTransform
{
  public:
    FTransform() = default;
    FTransform(const FQuat &rotation, const FVector &location)
        : rotation_(rotation), location_(location)
    {
    }
    FVector GetLocation() const { return location_; }
    FQuat GetRotation() const { return rotation_; }

  private:
    FQuat rotation_;
    FVector location_;
};

#endif
