// An operator of a class.
// expect-remark: R107
struct Number {
    double value;
    Number &operator+=(double other);
};
void fill(int n, Number *x)
{
    for (int i = 0; i < n; i++)
        x[i] += 1;
}
