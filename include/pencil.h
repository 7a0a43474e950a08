/* PENCIL's promises and functions of integers, for C compilers and for Espalier. */
#ifndef ESPALIER_PENCIL_H
#define ESPALIER_PENCIL_H

#ifdef __ESPALIER__
/* The condition holds wherever this is executed. */
void __pencil_assume(int condition);
/* No value flows through what the arguments name, from before to after. */
#if defined(__STDC_VERSION__) && __STDC_VERSION__ > 201710L
void __pencil_kill(...);
#else
void __pencil_kill();
#endif
#else
#define __pencil_assume(condition) ((void)0)
#define __pencil_kill(...) ((void)0)
#endif

static inline signed char babs(signed char x) { return x < 0 ? -x : x; }
static inline short sabs(short x) { return x < 0 ? -x : x; }
static inline int iabs(int x) { return x < 0 ? -x : x; }

static inline signed char bmin(signed char x, signed char y) { return x < y ? x : y; }
static inline signed char bmax(signed char x, signed char y) { return x > y ? x : y; }
static inline signed char bclampb(signed char x, signed char low, signed char high)
{
    return x < low ? low : x > high ? high : x;
}
static inline short smin(short x, short y) { return x < y ? x : y; }
static inline short smax(short x, short y) { return x > y ? x : y; }
static inline short sclamps(short x, short low, short high)
{
    return x < low ? low : x > high ? high : x;
}
static inline int imin(int x, int y) { return x < y ? x : y; }
static inline int imax(int x, int y) { return x > y ? x : y; }
static inline int iclampi(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}
static inline long lmin(long x, long y) { return x < y ? x : y; }
static inline long lmax(long x, long y) { return x > y ? x : y; }
static inline long lclampl(long x, long low, long high)
{
    return x < low ? low : x > high ? high : x;
}
static inline unsigned char ubmin(unsigned char x, unsigned char y) { return x < y ? x : y; }
static inline unsigned char ubmax(unsigned char x, unsigned char y) { return x > y ? x : y; }
static inline unsigned char ubclampub(unsigned char x, unsigned char low, unsigned char high)
{
    return x < low ? low : x > high ? high : x;
}
static inline unsigned short usmin(unsigned short x, unsigned short y) { return x < y ? x : y; }
static inline unsigned short usmax(unsigned short x, unsigned short y) { return x > y ? x : y; }
static inline unsigned short usclampus(unsigned short x, unsigned short low, unsigned short high)
{
    return x < low ? low : x > high ? high : x;
}
static inline unsigned int uimin(unsigned int x, unsigned int y) { return x < y ? x : y; }
static inline unsigned int uimax(unsigned int x, unsigned int y) { return x > y ? x : y; }
static inline unsigned int uiclampui(unsigned int x, unsigned int low, unsigned int high)
{
    return x < low ? low : x > high ? high : x;
}
static inline unsigned long ulmin(unsigned long x, unsigned long y) { return x < y ? x : y; }
static inline unsigned long ulmax(unsigned long x, unsigned long y) { return x > y ? x : y; }
static inline unsigned long ulclampul(unsigned long x, unsigned long low, unsigned long high)
{
    return x < low ? low : x > high ? high : x;
}

static inline float fclampf(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}
static inline double dclampd(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

#endif
