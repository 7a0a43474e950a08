#include "espalier/targets/c/helpers.h"

#include "espalier/targets/c/row_check.h"
#include "espalier/targets/c/steady_code.h"

#include <fmt/format.h>

namespace espalier::targets {

// What libraries have is named for the linker alone: the file may declare it in its own way, or
// later, and in C++ with another linkage.
std::string define(const std::set<Helper> &helpers, const lowering::Names &names,
                   const std::string &wide)
{
    std::string text;
    if (helpers.count(Helper::minimum))
        text += fmt::format("static inline {0} {1}({0} a, {0} b) {{ return a < b ? a : b; }}\n",
                            wide, names.minimum);
    if (helpers.count(Helper::maximum))
        text += fmt::format("static inline {0} {1}({0} a, {0} b) {{ return a > b ? a : b; }}\n",
                            wide, names.maximum);
    if (helpers.count(Helper::floor_division))
        text +=
            fmt::format("static inline {0} {1}({0} a, {0} b) {{ return a / b - (a % b < 0); }}\n",
                        wide, names.floor_division);
    // Compilers take a chain of a dozen conditions of which they know nothing for one that never
    // holds, and do without vectors behind it.
    if (helpers.count(Helper::disjoint))
        text +=
            fmt::format("static inline int {}(const volatile void *a, const volatile void *a_end,\n"
                        "                                    const volatile void *b, const "
                        "volatile void *b_end)\n"
                        "{{\n"
                        "    return __builtin_expect((__UINTPTR_TYPE__)a_end <= "
                        "(__UINTPTR_TYPE__)b ||\n"
                        "                                (__UINTPTR_TYPE__)b_end <= "
                        "(__UINTPTR_TYPE__)a,\n"
                        "                            1);\n"
                        "}}\n",
                        names.disjoint);
    if (helpers.count(Helper::disjoint_or_same))
        text += fmt::format(
            "static inline int {}(const volatile void *a, const volatile void *a_end,\n"
            "                                            const volatile void *b, const volatile "
            "void *b_end)\n"
            "{{\n"
            "    return a == b || {}(a, a_end, b, b_end);\n"
            "}}\n",
            names.disjoint_or_same, names.disjoint);
    if (helpers.count(Helper::enough))
        text += fmt::format("// The work that is enough for threads: more where they sleep while "
                            "there is none, or\n"
                            "// wait for processors that others have.\n"
                            "static int {1}_sleeping;\n"
                            "static __attribute__((constructor)) void {1}_of_policy(void)\n"
                            "{{\n"
                            "    extern char *{1}_environment(const char *) __asm__(\"getenv\");\n"
                            "    const char *policy = {1}_environment(\"OMP_WAIT_POLICY\");\n"
                            "    {1}_sleeping = policy && (*policy == 'p' || *policy == 'P');\n"
                            "#ifdef _OPENMP\n"
                            "    extern int {1}_threads(void) __asm__(\"omp_get_max_threads\");\n"
                            "    extern int {1}_processors(void) __asm__(\"omp_get_num_procs\");\n"
                            "    if ({1}_threads() > {1}_processors())\n"
                            "        {1}_sleeping = 1;\n"
                            "#endif\n"
                            "}}\n"
                            "static inline {0} {1}({0} awake, {0} asleep)\n"
                            "{{\n"
                            "    return {1}_sleeping ? asleep : awake;\n"
                            "}}\n",
                            wide, names.enough);
    if (helpers.count(Helper::rows))
        text += define_rows(names.rows);
    if (helpers.count(Helper::steady))
        text += define_steady(names, wide);
    if (helpers.count(Helper::threads))
        text += fmt::format(
            "#ifdef _OPENMP\n"
            "extern int {0}_openmp(void) __asm__(\"omp_get_max_threads\");\n"
            "extern int {1}_openmp(void) __asm__(\"omp_get_thread_num\");\n"
            "static inline unsigned long {0}(void) {{ return (unsigned long){0}_openmp(); }}\n"
            "static inline unsigned long {1}(void) {{ return (unsigned long){1}_openmp(); }}\n"
            "#else\n"
            "static inline unsigned long {0}(void) {{ return 1; }}\n"
            "static inline unsigned long {1}(void) {{ return 0; }}\n"
            "#endif\n",
            names.threads, names.thread);
    return text;
}

} // namespace espalier::targets
