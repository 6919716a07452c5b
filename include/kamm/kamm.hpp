/* Kamm in C++17: objects that destroy themselves, errors as exceptions, and rows, inputs and events as spans.
 *
 *     kamm::vehicle def;                          // the default small car; kamm::load_vehicle reads files
 *     kamm::model model(def, KAMM_FULL);
 *     kamm::cars cars(model, 100);
 *     for (kamm_input &input : cars.inputs()) input.throttle = 1;
 *     cars.step(kamm_flat_ground, 4);
 *     double speed = cars.read(0, KAMM_CHANNEL_speed_mps);
 *
 * Everything is inline and calls the C interface, whose headers document what calls do. An object converts to the C
 * pointer that it owns (get()), so that functions without a form of their own take it. A moved-from object is empty.
 *
 * Without exceptions (-fno-exceptions) an error is printed and ends the program, as misuse does. */
#ifndef KAMM_KAMM_HPP
#define KAMM_KAMM_HPP

#include <kamm/kamm.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif
#if defined(__cpp_lib_span)
#include <span>
#endif

namespace kamm
{

/* -- Spans -- */

#if defined(__cpp_lib_span)
template <class T> using span = std::span<T>;
#else
/* The part of std::span (C++20) that this header needs. */
template <class T> class span
{
  public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T &operator[](std::size_t i) const { return data_[i]; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};
#endif

/* -- Errors -- */

/* Thrown for bad data. what() is kamm_error.text. */
class error : public std::runtime_error
{
  public:
    explicit error(const kamm_error &from)
        : std::runtime_error(from.text), code(from.code), path(from.path)
    {
    }
    kamm_result code;
    /* Path of the field, or place in a file; may be empty. */
    std::string path;
};

namespace detail
{

[[noreturn]] inline void fail(const kamm_error &from)
{
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
    throw error(from);
#else
    std::fprintf(stderr, "kamm: %s\n", from.text);
    std::abort();
#endif
}

inline void check(kamm_result result, const kamm_error &from)
{
    if (result != KAMM_OK) fail(from);
}

template <class T> T *check(T *made, const kamm_error &from)
{
    if (!made) fail(from);
    return made;
}

/* Owns a C object. */
template <class T, void (*destroy)(T *)> class object
{
  public:
    T *get() const noexcept { return owned_.get(); }
    operator T *() const noexcept { return owned_.get(); }
    /* Hands the C object to the caller, who destroys it. */
    T *release() noexcept { return owned_.release(); }

  protected:
    explicit object(T *own) noexcept : owned_(own) {}

  private:
    struct destroyer {
        void operator()(T *own) const noexcept { destroy(own); }
    };
    std::unique_ptr<T, destroyer> owned_;
};

} // namespace detail

/* -- Vehicles and models -- */

/* A vehicle definition, kept on the heap for its size of 78 kB. */
class vehicle
{
  public:
    vehicle() : def_(new kamm_vehicle_def) { *def_ = kamm_default_vehicle(); }
    explicit vehicle(const kamm_vehicle_def &def) : def_(new kamm_vehicle_def(def)) {}
    vehicle(const vehicle &from) : def_(new kamm_vehicle_def(*from.def_)) {}
    vehicle(vehicle &&from) noexcept = default;
    vehicle &operator=(vehicle from) noexcept
    {
        def_ = std::move(from.def_);
        return *this;
    }

    kamm_vehicle_def &operator*() const noexcept { return *def_; }
    kamm_vehicle_def *operator->() const noexcept { return def_.get(); }
    operator const kamm_vehicle_def &() const noexcept { return *def_; }

    /* Sets a value by its path, in the unit of the path: set("engine.idle_rpm", 900). */
    vehicle &set(const char *path, double value)
    {
        kamm_error why;
        detail::check(kamm_set_number(kamm_vehicle_table(), def_.get(), path, value, &why), why);
        return *this;
    }
    /* Sets a value by its text: set("gearbox.kind", "automatic"). */
    vehicle &set(const char *path, const char *text)
    {
        kamm_error why;
        detail::check(kamm_set(kamm_vehicle_table(), def_.get(), path, text, &why), why);
        return *this;
    }
    double number(const char *path) const
    {
        kamm_error why;
        double value = 0;
        detail::check(kamm_get_number(kamm_vehicle_table(), def_.get(), path, &value, &why), why);
        return value;
    }

  private:
    std::unique_ptr<kamm_vehicle_def> def_;
};

/* A compiled model. Cars keep it alive, so it may go out of scope before them. */
class model : public detail::object<kamm_model, kamm_destroy_model>
{
  public:
    explicit model(const kamm_vehicle_def &def, kamm_rung rung = KAMM_RUNG_DEFAULT)
        : object(make(def, rung))
    {
    }
    kamm_model_info describe() const { return kamm_describe(get()); }

  private:
    static kamm_model *make(const kamm_vehicle_def &def, kamm_rung rung)
    {
        kamm_error why;
        return detail::check(kamm_create_model(&def, rung, &why), why);
    }
};

/* -- Cars -- */

/* Cars of one model, or of several. */
class cars : public detail::object<kamm_cars, kamm_destroy_cars>
{
  public:
    cars(const kamm_model *of, int count) : object(make(of, count)) {}
    /* A model for each car. */
    explicit cars(span<const kamm_model *const> models) : object(make_mixed(models)) {}

    int size() const { return kamm_count(get()); }
    /* One struct per car, which may be written between steps. */
    span<kamm_input> inputs() const
    {
        return {kamm_inputs(get()), static_cast<std::size_t>(size())};
    }
    kamm_input &input(int car) const { return kamm_inputs(get())[car]; }

    void place(int car, const kamm_placement &at) const { kamm_place(get(), car, &at); }
    /* Switches the first car that is off on. */
    kamm_slot switch_on(const kamm_placement &at) const { return switch_on(KAMM_FREE_CAR, at); }
    kamm_slot switch_on(int car, const kamm_placement &at) const
    {
        kamm_error why;
        kamm_slot slot;
        detail::check(kamm_switch_on(get(), car, &at, &slot, &why), why);
        return slot;
    }
    void switch_off(kamm_slot slot) const
    {
        kamm_error why;
        detail::check(kamm_switch_off(get(), slot, &why), why);
    }
    void switch_all_off() const { kamm_switch_all_off(get()); }
    bool is_on(int car) const { return kamm_is_on(get(), car) != 0; }
    void step(const kamm_ground &ground, int substeps) const
    {
        kamm_step(get(), &ground, substeps);
    }
    void hand_over(int car, const cars &to, int to_car) const
    {
        kamm_hand_over(get(), car, to.get(), to_car);
    }

    double read(int car, kamm_channel channel) const { return kamm_read(get(), car, channel); }
    double read(int car, int wheel, kamm_wheel_channel channel) const
    {
        return kamm_read_wheel(get(), car, wheel, channel);
    }
    kamm_pose pose(int car, double fraction = 1) const
    {
        kamm_pose body;
        kamm_read_pose(get(), car, fraction, &body, nullptr);
        return body;
    }
    /* Pose of the body and of all wheels. `wheels` has a place for each wheel of the model. */
    kamm_pose pose(int car, double fraction, span<kamm_wheel_pose> wheels) const
    {
        kamm_pose body;
        kamm_read_pose(get(), car, fraction, &body, wheels.data());
        return body;
    }
    unsigned fault(int car) const { return kamm_fault(get(), car); }

    /* The floats of a state of the 16 cars of a block, in place; empty where the rung lacks it. */
    span<float> row(int block, kamm_state_row_kind kind, int item, int field) const
    {
        float *at = kamm_state_row(get(), block, kind, item, field);
        return {at, at ? std::size_t{KAMM_CARS_PER_BLOCK} : 0};
    }

    std::vector<std::byte> save() const
    {
        std::vector<std::byte> snapshot(kamm_snapshot_size(get()));
        kamm_save_snapshot(get(), snapshot.data());
        return snapshot;
    }
    void restore(span<const std::byte> snapshot) const
    {
        kamm_error why;
        detail::check(kamm_restore_snapshot(get(), snapshot.data(), snapshot.size(), &why), why);
    }
    void restore(const std::vector<std::byte> &snapshot) const
    {
        restore(span<const std::byte>(snapshot.data(), snapshot.size()));
    }
    /* Portable snapshots, of all cars. */
    std::vector<std::byte> save_portable() const
    {
        std::vector<std::byte> snapshot(kamm_portable_size(get(), 0, size()));
        kamm_save_portable(get(), 0, size(), snapshot.data());
        return snapshot;
    }
    kamm_portable_report restore_portable(const std::vector<std::byte> &snapshot) const
    {
        kamm_error why;
        kamm_portable_report report;
        detail::check(kamm_restore_portable(get(), 0, size(), snapshot.data(), snapshot.size(),
                                            &report, &why),
                      why);
        return report;
    }
    std::uint64_t hash() const { return kamm_state_hash(get()); }

  private:
    static kamm_cars *make(const kamm_model *of, int count)
    {
        kamm_error why;
        return detail::check(kamm_create_cars(of, count, &why), why);
    }
    static kamm_cars *make_mixed(span<const kamm_model *const> models)
    {
        kamm_error why;
        int count = static_cast<int>(models.size());
        return detail::check(kamm_create_mixed_cars(models.data(), count, &why), why);
    }
};

/* Real time as whole substeps. */
class clock
{
  public:
    explicit clock(double substep_s = 0) : clock_{substep_s, 0, 0} {}
    /* Substeps to take now. fraction() is then for cars::pose. */
    int advance(double frame_s) { return kamm_advance_clock(&clock_, frame_s, &fraction_); }
    double fraction() const noexcept { return fraction_; }

  private:
    kamm_clock clock_;
    double fraction_ = 1;
};

/* -- Ground and worlds -- */

/* Terrain of layers. It has to outlive what uses its ground. */
class terrain : public detail::object<kamm_terrain, kamm_destroy_terrain>
{
  public:
    explicit terrain(const kamm_terrain_def &def) : object(make(def)) {}
    kamm_ground ground() const { return kamm_terrain_ground(get()); }

  private:
    static kamm_terrain *make(const kamm_terrain_def &def)
    {
        kamm_error why;
        return detail::check(kamm_create_terrain(&def, &why), why);
    }
};

/* Bodies and cars that collide. Cars are not owned: they leave the world when they are destroyed. */
class world : public detail::object<kamm_world, kamm_destroy_world>
{
  public:
    explicit world(const kamm_world_def &def = kamm_world_def()) : object(make(def)) {}

    void add(const cars &group) const
    {
        kamm_error why;
        detail::check(kamm_add_cars(get(), group.get(), &why), why);
    }
    void remove(const cars &group) const
    {
        kamm_error why;
        detail::check(kamm_remove_cars(get(), group.get(), &why), why);
    }
    kamm_body add(const kamm_body_def &def) const
    {
        kamm_error why;
        kamm_body body;
        detail::check(kamm_add_body(get(), &def, &body, &why), why);
        return body;
    }
    void remove(kamm_body body) const
    {
        kamm_error why;
        detail::check(kamm_remove_body(get(), body, &why), why);
    }
    kamm_body_motion motion(kamm_body body) const
    {
        kamm_error why;
        kamm_body_motion now;
        detail::check(kamm_read_body_motion(get(), body, &now, &why), why);
        return now;
    }
    void set_motion(kamm_body body, const kamm_body_motion &motion) const
    {
        kamm_error why;
        detail::check(kamm_set_body_motion(get(), body, &motion, &why), why);
    }

    void step(int substeps) const { kamm_step_world(get(), substeps); }
    const kamm_ground &ground() const { return *kamm_world_ground(get()); }
    kamm_placement placement(const kamm_model *of, double x_m, double y_m, double yaw_rad) const
    {
        return kamm_placement_in_world(get(), of, x_m, y_m, yaw_rad);
    }
    /* Whether the ray hits anything, and what. */
    bool cast_ray(const double (&from_m)[3], const double (&to_m)[3], kamm_hit &hit) const
    {
        return kamm_cast_ray(get(), from_m, to_m, nullptr, &hit) != 0;
    }
    /* Of the last step; valid until the next one. */
    span<const kamm_contact_event> contacts() const
    {
        int count = 0;
        const kamm_contact_event *events = kamm_contact_events(get(), &count);
        return {events, static_cast<std::size_t>(count)};
    }

    std::vector<std::byte> save() const
    {
        std::vector<std::byte> snapshot(kamm_world_snapshot_size(get()));
        kamm_save_world_snapshot(get(), snapshot.data());
        return snapshot;
    }
    void restore(const std::vector<std::byte> &snapshot) const
    {
        kamm_error why;
        detail::check(kamm_restore_world_snapshot(get(), snapshot.data(), snapshot.size(), &why),
                      why);
    }
    std::uint64_t hash() const { return kamm_world_state_hash(get()); }

  private:
    static kamm_world *make(const kamm_world_def &def)
    {
        kamm_error why;
        return detail::check(kamm_create_world(&def, &why), why);
    }
};

} // namespace kamm

#endif
