// By hand: positions in parallel, and in backward passes what adds to the same gradients in one thread.

#include "program.h"

static void embed(float *out, int *inp, float *wte, float *wpe, int B, int T, int C)
{
    #pragma omp parallel for collapse(2)
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            float *y = out + b * T * C + t * C;
            int id = inp[b * T + t];
            float *word = wte + id * C;
            float *place = wpe + t * C;
            for (int i = 0; i < C; i++) {
                y[i] = word[i] + place[i];
            }
        }
    }
}

static void embed_backward(float *dwte, float *dwpe, float *dout, int *inp, int B, int T, int C)
{
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            float *dy = dout + b * T * C + t * C;
            float *dword = dwte + inp[b * T + t] * C;
            float *dplace = dwpe + t * C;
            for (int i = 0; i < C; i++) {
                float d = dy[i];
                dword[i] += d;
                dplace[i] += d;
            }
        }
    }
}

static void normalise(float *out, float *mean, float *rstd, float *inp, float *weight, float *bias, int B, int T,
                              int C)
{
    float eps = 1e-5f;
    #pragma omp parallel for collapse(2)
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            float *x = inp + b * T * C + t * C;
            float m = 0.0f;
            for (int i = 0; i < C; i++) {
                m += x[i];
            }
            m = m / C;
            float v = 0.0f;
            for (int i = 0; i < C; i++) {
                float shifted = x[i] - m;
                v += shifted * shifted;
            }
            v = v / C;
            float s = 1.0f / sqrtf(v + eps);
            float *y = out + b * T * C + t * C;
            for (int i = 0; i < C; i++) {
                y[i] = s * (x[i] - m) * weight[i] + bias[i];
            }
            mean[b * T + t] = m;
            rstd[b * T + t] = s;
        }
    }
}

static void normalise_backward(float *dinp, float *dweight, float *dbias, float *dout, float *inp, float *weight,
                               float *mean, float *rstd, int B, int T, int C)
{
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            float *dy = dout + b * T * C + t * C;
            float *x = inp + b * T * C + t * C;
            float *dx = dinp + b * T * C + t * C;
            float mu = mean[b * T + t];
            float sigma = rstd[b * T + t];
            float slope_mean = 0.0f;
            float slope_norm_mean = 0.0f;
            for (int i = 0; i < C; i++) {
                float normal = (x[i] - mu) * sigma;
                float slope = weight[i] * dy[i];
                slope_mean += slope;
                slope_norm_mean += slope * normal;
            }
            slope_mean = slope_mean / C;
            slope_norm_mean = slope_norm_mean / C;
            for (int i = 0; i < C; i++) {
                float normal = (x[i] - mu) * sigma;
                float slope = weight[i] * dy[i];
                dbias[i] += dy[i];
                dweight[i] += normal * dy[i];
                dx[i] += (slope - slope_mean - normal * slope_norm_mean) * sigma;
            }
        }
    }
}

// OC x C weights
static void linear(float *out, float *inp, float *weight, float *bias, int B, int T, int C, int OC)
{
    #pragma omp parallel for collapse(2)
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            float *y = out + b * T * OC + t * OC;
            float *x = inp + b * T * C + t * C;
            for (int o = 0; o < OC; o++) {
                float dot = (bias != NULL) ? bias[o] : 0.0f;
                float *row = weight + o * C;
                for (int i = 0; i < C; i++) {
                    dot += x[i] * row[i];
                }
                y[o] = dot;
            }
        }
    }
}

static void linear_backward(float *dinp, float *dweight, float *dbias, float *dout, float *inp, float *weight, int B, int T,
                            int C, int OC)
{
    #pragma omp parallel for collapse(2)
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            float *dy = dout + b * T * OC + t * OC;
            float *dx = dinp + b * T * C + t * C;
            for (int o = 0; o < OC; o++) {
                float *row = weight + o * C;
                float d = dy[o];
                for (int i = 0; i < C; i++) {
                    dx[i] += row[i] * d;
                }
            }
        }
    }
    #pragma omp parallel for
    for (int o = 0; o < OC; o++) {
        for (int b = 0; b < B; b++) {
            for (int t = 0; t < T; t++) {
                float *dy = dout + b * T * OC + t * OC;
                float *x = inp + b * T * C + t * C;
                float *drow = dweight + o * C;
                float d = dy[o];
                if (dbias != NULL)
                    dbias[o] += d;
                for (int i = 0; i < C; i++) {
                    drow[i] += x[i] * d;
                }
            }
        }
    }
}

static void attend(float *out, float *preatt, float *att, float *inp, int B, int T, int C, int NH)
{
    int W = C * 3;
    int head = C / NH;
    float scale = 1.0f / sqrtf((float)head);
    #pragma omp parallel for collapse(2)
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            for (int h = 0; h < NH; h++) {
                float *q = inp + b * T * W + t * W + h * head;
                float *score = preatt + b * NH * T * T + h * T * T + t * T;
                float *share = att + b * NH * T * T + h * T * T + t * T;
                float most = -10000.0f;
                for (int s = 0; s <= t; s++) {
                    float *k = inp + b * T * W + s * W + h * head + C;
                    float dot = 0.0f;
                    for (int i = 0; i < head; i++) {
                        dot += q[i] * k[i];
                    }
                    dot *= scale;
                    if (dot > most) {
                        most = dot;
                    }
                    score[s] = dot;
                }
                float total = 0.0f;
                for (int s = 0; s <= t; s++) {
                    float e = expf(score[s] - most);
                    total += e;
                    share[s] = e;
                }
                float inverse = total == 0.0f ? 0.0f : 1.0f / total;
                for (int s = 0; s < T; s++) {
                    if (s <= t) {
                        share[s] *= inverse;
                    } else {
                        share[s] = 0.0f;
                    }
                }
                float *o = out + b * T * C + t * C + h * head;
                for (int i = 0; i < head; i++) {
                    o[i] = 0.0f;
                }
                for (int s = 0; s <= t; s++) {
                    float *v = inp + b * T * W + s * W + h * head + C * 2;
                    float part = share[s];
                    for (int i = 0; i < head; i++) {
                        o[i] += part * v[i];
                    }
                }
            }
        }
    }
}

static void attend_backward(float *dinp, float *dpreatt, float *datt, float *dout, float *inp, float *att, int B, int T,
                               int C, int NH)
{
    int W = C * 3;
    int head = C / NH;
    float scale = 1.0f / sqrtf((float)head);
    #pragma omp parallel for collapse(2)
    for (int b = 0; b < B; b++) {
        for (int h = 0; h < NH; h++) {
            for (int t = 0; t < T; t++) {
                float *share = att + b * NH * T * T + h * T * T + t * T;
                float *dshare = datt + b * NH * T * T + h * T * T + t * T;
                float *dscore = dpreatt + b * NH * T * T + h * T * T + t * T;
                float *dq = dinp + b * T * W + t * W + h * head;
                float *q = inp + b * T * W + t * W + h * head;
                float *do_ = dout + b * T * C + t * C + h * head;
                for (int s = 0; s <= t; s++) {
                    float *v = inp + b * T * W + s * W + h * head + C * 2;
                    float *dv = dinp + b * T * W + s * W + h * head + C * 2;
                    for (int i = 0; i < head; i++) {
                        dshare[s] += v[i] * do_[i];
                        dv[i] += share[s] * do_[i];
                    }
                }
                for (int s = 0; s <= t; s++) {
                    for (int r = 0; r <= t; r++) {
                        float same = s == r ? 1.0f : 0.0f;
                        float slope = share[s] * (same - share[r]);
                        dscore[r] += slope * dshare[s];
                    }
                }
                for (int s = 0; s <= t; s++) {
                    float *k = inp + b * T * W + s * W + h * head + C;
                    float *dk = dinp + b * T * W + s * W + h * head + C;
                    for (int i = 0; i < head; i++) {
                        dq[i] += k[i] * dscore[s] * scale;
                        dk[i] += q[i] * dscore[s] * scale;
                    }
                }
            }
        }
    }
}

#define ROOT_2_BY_PI 0.7978845608f

static void gelu(float *out, float *inp, int N)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++) {
        float x = inp[i];
        float cubic = 0.044715f * x * x * x;
        out[i] = 0.5f * x * (1.0f + tanhf(ROOT_2_BY_PI * (x + cubic)));
    }
}

static void gelu_backward(float *dinp, float *inp, float *dout, int N)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++) {
        float x = inp[i];
        float cubic = 0.044715f * x * x * x;
        float th = tanhf(ROOT_2_BY_PI * (x + cubic));
        float derivative = 1.0f - th * th;
        float slope =
            0.5f * (1.0f + th) + x * 0.5f * derivative * ROOT_2_BY_PI * (1.0f + 3.0f * 0.044715f * x * x);
        dinp[i] += slope * dout[i];
    }
}

static void add(float *out, float *inp1, float *inp2, int N)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++) {
        out[i] = inp1[i] + inp2[i];
    }
}

static void add_backward(float *dinp1, float *dinp2, float *dout, int N)
{
    #pragma omp parallel for
    for (int i = 0; i < N; i++) {
        dinp1[i] += dout[i];
        dinp2[i] += dout[i];
    }
}

static void softmax(float *probs, float *logits, int B, int T, int V)
{
    #pragma omp parallel for collapse(2)
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            float *row = logits + b * T * V + t * V;
            float *p_row = probs + b * T * V + t * V;
            float most = -10000.0f;
            for (int i = 0; i < V; i++) {
                if (row[i] > most) {
                    most = row[i];
                }
            }
            float sum = 0.0f;
            for (int i = 0; i < V; i++) {
                p_row[i] = expf(row[i] - most);
                sum += p_row[i];
            }
            for (int i = 0; i < V; i++) {
                p_row[i] /= sum;
            }
        }
    }
}

static void cross_entropy(float *losses, float *probs, int *targets, int B, int T, int V)
{
    #pragma omp parallel for collapse(2)
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            float *p_row = probs + b * T * V + t * V;
            int id = targets[b * T + t];
            losses[b * T + t] = -logf(p_row[id]);
        }
    }
}

static void cross_entropy_backward(float *dlogits, float *probs, int *targets, int B, int T, int V)
{
    float each = 1.0f / (B * T);
    #pragma omp parallel for collapse(2)
    for (int b = 0; b < B; b++) {
        for (int t = 0; t < T; t++) {
            float *drow = dlogits + b * T * V + t * V;
            float *p_row = probs + b * T * V + t * V;
            int id = targets[b * T + t];
            for (int i = 0; i < V; i++) {
                float p = p_row[i];
                float same = i == id ? 1.0f : 0.0f;
                drow[i] += (p - same) * each;
            }
        }
    }
}

static void forward(struct Model *w, struct Activations *a, int *tokens, int *targets)
{
    int B = w->B, T = w->T, C = w->C, V = w->V;
    embed(a->encoded, tokens, w->wte, w->wpe, B, T, C);
    float *residual = a->encoded;
    for (int l = 0; l < w->L; l++) {
        float *ln1 = a->ln1 + l * B * T * C, *qkv = a->qkv + l * B * T * 3 * C, *atty = a->atty + l * B * T * C;
        float *preatt = a->preatt + l * B * w->NH * T * T, *att = a->att + l * B * w->NH * T * T;
        float *attproj = a->attproj + l * B * T * C, *residual2 = a->residual2 + l * B * T * C;
        float *ln2 = a->ln2 + l * B * T * C, *fch = a->fch + l * B * T * 4 * C, *active = a->fchgelu + l * B * T * 4 * C;
        float *fcproj = a->fcproj + l * B * T * C, *residual3 = a->residual3 + l * B * T * C;
        normalise(ln1, a->ln1mean + l * B * T, a->ln1rstd + l * B * T, residual, w->ln1w + l * C, w->ln1b + l * C, B,
                          T, C);
        linear(qkv, ln1, w->qkvw + l * 3 * C * C, w->qkvb + l * 3 * C, B, T, C, 3 * C);
        attend(atty, preatt, att, qkv, B, T, C, w->NH);
        linear(attproj, atty, w->attw + l * C * C, w->attb + l * C, B, T, C, C);
        add(residual2, residual, attproj, B * T * C);
        normalise(ln2, a->ln2mean + l * B * T, a->ln2rstd + l * B * T, residual2, w->ln2w + l * C, w->ln2b + l * C, B,
                          T, C);
        linear(fch, ln2, w->fcw + l * 4 * C * C, w->fcb + l * 4 * C, B, T, C, 4 * C);
        gelu(active, fch, B * T * 4 * C);
        linear(fcproj, active, w->fcprojw + l * C * 4 * C, w->fcprojb + l * C, B, T, 4 * C, C);
        add(residual3, residual2, fcproj, B * T * C);
        residual = residual3;
    }
    linear(a->logits, residual, w->wte, NULL, B, T, C, V);
    softmax(a->probs, a->logits, B, T, V);
    cross_entropy(a->losses, a->probs, targets, B, T, V);
}

static void backward(struct Model *w, struct Model *dw, struct Activations *a, struct Activations *da, int *tokens,
                     int *targets)
{
    int B = w->B, T = w->T, C = w->C, V = w->V, last = (w->L - 1) * B * T * C;
    cross_entropy_backward(da->logits, a->probs, targets, B, T, V);
    linear_backward(da->residual3 + last, dw->wte, NULL, da->logits, a->residual3 + last, w->wte, B, T, C, V);
    for (int l = w->L - 1; l >= 0; l--) {
        int row = l * B * T, at = row * C, scores = l * B * w->NH * T * T;
        float *residual = l == 0 ? a->encoded : a->residual3 + (l - 1) * B * T * C;
        float *dresidual = l == 0 ? da->encoded : da->residual3 + (l - 1) * B * T * C;
        add_backward(da->residual2 + at, da->fcproj + at, da->residual3 + at, B * T * C);
        linear_backward(da->fchgelu + 4 * at, dw->fcprojw + l * C * 4 * C, dw->fcprojb + l * C, da->fcproj + at,
                        a->fchgelu + 4 * at, w->fcprojw + l * C * 4 * C, B, T, 4 * C, C);
        gelu_backward(da->fch + 4 * at, a->fch + 4 * at, da->fchgelu + 4 * at, B * T * 4 * C);
        linear_backward(da->ln2 + at, dw->fcw + l * 4 * C * C, dw->fcb + l * 4 * C, da->fch + 4 * at, a->ln2 + at,
                        w->fcw + l * 4 * C * C, B, T, C, 4 * C);
        normalise_backward(da->residual2 + at, dw->ln2w + l * C, dw->ln2b + l * C, da->ln2 + at, a->residual2 + at,
                           w->ln2w + l * C, a->ln2mean + row, a->ln2rstd + row, B, T, C);
        add_backward(dresidual, da->attproj + at, da->residual2 + at, B * T * C);
        linear_backward(da->atty + at, dw->attw + l * C * C, dw->attb + l * C, da->attproj + at, a->atty + at,
                        w->attw + l * C * C, B, T, C, C);
        attend_backward(da->qkv + 3 * at, da->preatt + scores, da->att + scores, da->atty + at, a->qkv + 3 * at,
                           a->att + scores, B, T, C, w->NH);
        linear_backward(da->ln1 + at, dw->qkvw + l * 3 * C * C, dw->qkvb + l * 3 * C, da->qkv + 3 * at, a->ln1 + at,
                        w->qkvw + l * 3 * C * C, B, T, C, 3 * C);
        normalise_backward(dresidual, dw->ln1w + l * C, dw->ln1b + l * C, da->ln1 + at, residual, w->ln1w + l * C,
                           a->ln1mean + row, a->ln1rstd + row, B, T, C);
    }
    embed_backward(dw->wte, dw->wpe, da->encoded, tokens, B, T, C);
}

void train_step(struct Model *w, struct Model *dw, struct Activations *a, struct Activations *da, int *tokens,
                int *targets, float *parameters, float *gradients, size_t parameter_count, size_t activation_count)
{
    memset(gradients, 0, parameter_count * sizeof(float));
    memset(da->encoded, 0, activation_count * sizeof(float));
    forward(w, a, tokens, targets);
    backward(w, dw, a, da, tokens, targets);
    #pragma omp parallel for
    for (size_t i = 0; i < parameter_count; i++) {
        parameters[i] -= 0.1f * gradients[i];
    }
}
