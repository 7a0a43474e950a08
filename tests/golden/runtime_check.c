// Pointers that may overlap and unsigned bounds that may wrap around are checked before the loop runs.
// run: optimize --explain
void shift(unsigned n, double *to, const double *from)
{
    for (unsigned i = 0; i < n - 1; i++)
        to[i] = from[i + 1];
}
