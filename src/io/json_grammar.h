/* Whether a text is JSON: cJSON tells a broken text and a lack of memory by the same NULL. */
#ifndef KAMM_IO_JSON_GRAMMAR_H
#define KAMM_IO_JSON_GRAMMAR_H

/* 1 if the text, which ends in a 0, is one that cJSON takes when it has the memory. Allocates nothing. */
int kamm_is_json(const char *text);

#endif
