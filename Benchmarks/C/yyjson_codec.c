// yyjson_codec COUNT: encodes and decodes fixes with yyjson and by hand, nanoseconds each.
#include "fix.h"
#include "measure.h"

#include "yyjson.h"

static const char *const names[] = {
    "time", "latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy",
    "course", "courseAccuracy", "speed", "speedAccuracy",
};
#define NUMBERS (sizeof names / sizeof *names)

static size_t encode(const fix *value) {
    const double *numbers = &value->time;
    yyjson_mut_doc *document = yyjson_mut_doc_new(NULL);
    yyjson_mut_val *object = yyjson_mut_obj(document);
    yyjson_mut_doc_set_root(document, object);
    for (size_t i = 0; i < NUMBERS; i++) yyjson_mut_obj_add_real(document, object, names[i], numbers[i]);
    yyjson_mut_obj_add_int(document, object, "mode", value->mode);
    yyjson_mut_obj_add_int(document, object, "satellites", value->satellites);
    yyjson_mut_obj_add_str(document, object, "source", value->source);
    size_t size;
    char *text = yyjson_mut_write(document, 0, &size);
    free(text);
    yyjson_mut_doc_free(document);
    return size;
}

static double decode(char *text, size_t size) {
    fix value;
    double *numbers = &value.time;
    yyjson_doc *document = yyjson_read(text, size, 0);
    yyjson_val *object = yyjson_doc_get_root(document);
    for (size_t i = 0; i < NUMBERS; i++) numbers[i] = yyjson_get_num(yyjson_obj_get(object, names[i]));
    value.mode = yyjson_get_int(yyjson_obj_get(object, "mode"));
    value.satellites = yyjson_get_int(yyjson_obj_get(object, "satellites"));
    strncpy(value.source, yyjson_get_str(yyjson_obj_get(object, "source")), sizeof value.source - 1);
    yyjson_doc_free(document);
    return value.latitude + value.mode + value.satellites;
}

int main(int count, char **words) {
    long rounds = count > 1 ? atol(words[1]) : 200000;
    int64_t moment = 12345678901234;
    char text[512];
    double sum = 0;

    int64_t start = now();
    for (long i = 0; i < rounds; i++) {
        fix value = fix_sample(i, moment + i * 1000000);
        sum += encode(&value);
    }
    double yyjson_encode = (double)(now() - start) / rounds;

    start = now();
    for (long i = 0; i < rounds; i++) {
        fix value = fix_sample(i, moment + i * 1000000);
        sum += fix_encode(&value, text);
    }
    double hand_encode = (double)(now() - start) / rounds;

    fix value = fix_sample(7, moment);
    int size = fix_encode(&value, text);
    start = now();
    for (long i = 0; i < rounds; i++) sum += decode(text, size);
    double yyjson_decode = (double)(now() - start) / rounds;

    start = now();
    for (long i = 0; i < rounds; i++) {
        fix_decode(text, size, &value);
        sum += value.latitude;
    }
    double hand_decode = (double)(now() - start) / rounds;

    printf("{\"role\":\"codec\",\"bytes\":%d,\"yyjson_encode_ns\":%.1f,\"yyjson_decode_ns\":%.1f,"
           "\"hand_encode_ns\":%.1f,\"hand_decode_ns\":%.1f,\"sum\":%.3f}\n",
           size, yyjson_encode, yyjson_decode, hand_encode, hand_decode, sum);
}
