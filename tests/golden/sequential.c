// The original order, and the remark for what is outside the model.
// run: optimize --scheduler=none --explain
void touch(double *element);
void sweep(int n, double *restrict x, const int *restrict index)
{
    for (int i = 1; i < n; i++)
        x[i] += x[i - 1];
    for (int i = 0; i < n; i++)
        touch(&x[index[i]]);
    for (int i = n - 1; i >= 0; i -= 2)
        x[i] *= 2;
}
