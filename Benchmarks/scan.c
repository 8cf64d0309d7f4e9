// The minimum that any tool does with libyaml: it reads each file and consumes its events.
#include <stdio.h>
#include <stdlib.h>
#include <yaml.h>

int main(int count, char **names) {
  for (int i = 1; i < count; i++) {
    FILE *file = fopen(names[i], "rb");
    if (!file) {
      perror(names[i]);
      return 2;
    }
    yaml_parser_t parser;
    yaml_event_t event;
    int done = 0;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_file(&parser, file);
    while (!done) {
      if (!yaml_parser_parse(&parser, &event)) return 1;
      done = event.type == YAML_STREAM_END_EVENT;
      yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    fclose(file);
  }
  return 0;
}
