/* The C side of the TypeScript face: cars whose bodies belong to another engine. */
#include "face.h"

#include <kamm/hosted.h>

/* The pushes of all wheels lie behind the bodies. */
EXPORT(face_create_hosted) kamm_hosted *face_create_hosted(int count, int wheels)
{
    size_t each = sizeof(kamm_hosted) + (size_t)wheels * sizeof(kamm_wheel_push);
    return face_new((size_t)count * each);
}

EXPORT(face_create_contacts) kamm_contact *face_create_contacts(int count)
{
    kamm_contact *contacts = face_new((size_t)count * sizeof *contacts);
    for (int i = 0; contacts && i < count; ++i) contacts[i] = kamm_flat_ground.plane;
    return contacts;
}

EXPORT(face_host_mass) void face_host_mass(const kamm_model *model, kamm_host_mass *mass)
{
    *mass = kamm_host_mass_of(model);
}

/* `contacts`: planes of the host's for each wheel; NULL: what `ground` says. */
EXPORT(face_step_hosted)
void face_step_hosted(kamm_cars *cars, const kamm_ground *ground, const kamm_contact *contacts,
                      int substeps, kamm_hosted *hosted)
{
    kamm_ground below = *ground;
    if (contacts) below.query = NULL;
    if (contacts) below.contacts = contacts;
    kamm_step_hosted_pushing(cars, &below, substeps, hosted,
                             (kamm_wheel_push *)(hosted + kamm_count(cars)));
}
