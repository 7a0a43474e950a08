// What LeakSanitizer, in debug builds, is not to report: Graphviz does not free the layout of
// clusters.

extern "C" const char *__lsan_default_suppressions();

extern "C" const char *__lsan_default_suppressions() { return "leak:libgvc.so\n"; }
