#include "espalier/report/iteration_space.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace espalier::report {

namespace {

struct Point {
    double x, y;
};

double distance(Point one, Point two) { return std::hypot(two.x - one.x, two.y - one.y); }

constexpr std::array<const char *, 4> colours = {"#1d4ed8", "#c2410c", "#15803d", "#7e22ce"};

/// Radius of the mark of an instance.
constexpr double mark_radius = 4.5;
constexpr double ring_radius = 8.5;
/// Between the grid and the values of the iterators.
constexpr double margin_left = 44, margin_bottom = 40, margin_top = 42;
/// Of a character in a text of 12 pixels, at most.
constexpr double character = 7;

/// Where the marks of the statements of one iteration are, around the point of the grid.
std::vector<Point> offsets(std::size_t statements)
{
    switch (statements) {
    case 1:
        return {{0, 0}};
    case 2:
        return {{-13, 8}, {13, -8}};
    case 3:
        return {{-15, 11}, {0, -15}, {15, 11}};
    default:
        return {{-15, 15}, {-15, -15}, {15, 15}, {15, -15}};
    }
}

/// Lays out a nest and draws it.
class Plot {
public:
    Plot(const program::Program &program, const PlottedNest &nest, const IterationSpace &space)
        : program_(program), nest_(nest), space_(space), offsets_(offsets(nest.size())),
          pitch_(nest.size() == 1 ? 46 : 76)
    {
        auto [left, right] = std::ranges::minmax(space.instances, {}, &PlottedInstance::outer);
        auto [bottom, top] = std::ranges::minmax(space.instances, {}, &PlottedInstance::inner);
        first_ = {0, left.outer, bottom.inner};
        last_ = {0, right.outer, top.inner};
    }

    Picture draw()
    {
        double width = grid_right() + pitch_ / 2 + 10;
        picture_ = {width, grid_bottom() + pitch_ / 2 + margin_bottom, ""};
        add_caption();
        add_grid();
        for (const auto &[source, sink] : space_.flow)
            add_arrow(source, sink);
        for (const PlottedInstance &instance : space_.live_in)
            add_ring(at(instance));
        for (const PlottedInstance &instance : space_.instances)
            add_mark(instance.statement, at(instance));
        add_legend();
        return std::move(picture_);
    }

private:
    double column(long outer) const
    {
        return margin_left + pitch_ / 2 + pitch_ * static_cast<double>(outer - first_.outer);
    }
    double row(long inner) const
    {
        return margin_top + pitch_ / 2 + pitch_ * static_cast<double>(last_.inner - inner);
    }
    double grid_right() const { return column(last_.outer); }
    double grid_bottom() const { return row(first_.inner); }

    Point at(const PlottedInstance &instance) const
    {
        Point offset = offsets_[instance.statement];
        return {column(instance.outer) + offset.x, row(instance.inner) + offset.y};
    }

    const program::Statement &statement(std::size_t position) const
    {
        return program_.statements[nest_[position]];
    }

    /// The names that the statements have for the iterator of a dimension, each once.
    std::string iterator_name(std::size_t dimension) const
    {
        std::vector<std::string> names;
        for (std::size_t k = 0; k < nest_.size(); ++k) {
            const std::string &name = statement(k).iterators[dimension].name;
            if (std::ranges::find(names, name) == names.end())
                names.push_back(name);
        }
        return fmt::format("{}", fmt::join(names, ", "));
    }

    void add_text(double x, double y, std::string_view text, std::string_view attributes)
    {
        picture_.elements += text_element(x, y, text, attributes);
    }

    void add_caption()
    {
        std::vector<std::string> names;
        for (std::size_t k = 0; k < nest_.size(); ++k)
            names.push_back(statement(k).name());
        std::string text = fmt::format("Instances of {}", fmt::join(names, ", "));
        std::vector<std::string> constants;
        for (const program::Parameter &parameter : program_.parameters)
            constants.push_back(parameter.id.name());
        if (!constants.empty())
            text += fmt::format(" for {} = {}", fmt::join(constants, " = "), space_.constant);
        if (space_.is_cut)
            text += ", in part";
        add_text(0, 14, text, "font-size=\"13\" font-weight=\"bold\"");
        picture_.width = std::max(picture_.width, 7.5 * static_cast<double>(text.size()));
    }

    void add_grid()
    {
        double left = margin_left, right = grid_right() + pitch_ / 2;
        double top = margin_top, bottom = grid_bottom() + pitch_ / 2;
        constexpr const char *look = "class=\"grid\" stroke=\"#d1d5db\" stroke-width=\"0.7\"";
        for (long value = first_.outer; value <= last_.outer; ++value) {
            picture_.elements += line_element(column(value), top, column(value), bottom, look);
            add_text(column(value), bottom + 15, std::to_string(value),
                     "font-size=\"11\" text-anchor=\"middle\"");
        }
        for (long value = first_.inner; value <= last_.inner; ++value) {
            picture_.elements += line_element(left, row(value), right, row(value), look);
            add_text(left - 6, row(value) + 4, std::to_string(value),
                     "font-size=\"11\" text-anchor=\"end\"");
        }
        constexpr const char *axis = "class=\"axis\" stroke=\"#6b7280\" stroke-width=\"1\"";
        picture_.elements += line_element(left, bottom, right, bottom, axis);
        picture_.elements += line_element(left, bottom, left, top, axis);
        add_text((left + right) / 2, bottom + 32, iterator_name(0),
                 "class=\"code\" font-family=\"Courier, monospace\" font-size=\"13\" "
                 "font-style=\"italic\" text-anchor=\"middle\"");
        add_text(left - 30, (top + bottom) / 2 + 4, iterator_name(1),
                 "class=\"code\" font-family=\"Courier, monospace\" font-size=\"13\" "
                 "font-style=\"italic\" text-anchor=\"middle\"");
    }

    /// Whether a straight line between two marks runs into another mark.
    bool is_hidden(Point from, Point to) const
    {
        double length = distance(from, to);
        return std::ranges::any_of(space_.instances, [&](const PlottedInstance &instance) {
            Point between = at(instance);
            double along =
                ((between.x - from.x) * (to.x - from.x) + (between.y - from.y) * (to.y - from.y)) /
                length;
            double aside = std::abs((between.x - from.x) * (to.y - from.y) -
                                    (between.y - from.y) * (to.x - from.x)) /
                           length;
            return along > 1 && along < length - 1 && aside < ring_radius;
        });
    }

    /// A point that is this far from `from` in the direction of `to`.
    static Point toward(Point from, Point to, double length)
    {
        double part = length / distance(from, to);
        return {from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)};
    }

    void add_arrow(const PlottedInstance &source, const PlottedInstance &sink)
    {
        Point from = at(source), to = at(sink);
        double length = distance(from, to), bend = is_hidden(from, to) ? 0.16 * length : 0;
        Point middle = {(from.x + to.x) / 2 + bend * (to.y - from.y) / length,
                        (from.y + to.y) / 2 - bend * (to.x - from.x) / length};
        Point begin = toward(from, middle, mark_radius + 2);
        Point tip = toward(to, middle, mark_radius + 2);
        Point end = toward(tip, middle, 6);
        Point side = {(end.y - tip.y) / 2.4, (tip.x - end.x) / 2.4};
        const char *colour = colours.at(source.statement);
        picture_.elements += fmt::format(
            "<path class=\"flow-line s{}\" d=\"M{:.1f} {:.1f} Q{:.1f} {:.1f} {:.1f} {:.1f}\" "
            "fill=\"none\" stroke=\"{}\" stroke-width=\"1.1\" stroke-opacity=\"0.75\"/>\n",
            source.statement, begin.x, begin.y, middle.x, middle.y, end.x, end.y, colour);
        picture_.elements += fmt::format(
            "<path class=\"flow-tip s{}\" d=\"M{:.1f} {:.1f} L{:.1f} {:.1f} L{:.1f} {:.1f} Z\" "
            "fill=\"{}\"/>\n",
            source.statement, tip.x, tip.y, end.x + side.x, end.y + side.y, end.x - side.x,
            end.y - side.y, colour);
    }

    void add_ring(Point center)
    {
        picture_.elements +=
            fmt::format("<circle class=\"ring\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"none\" "
                        "stroke=\"#6b7280\" stroke-width=\"1.2\"/>\n",
                        center.x, center.y, ring_radius);
    }

    /// As in the paper: a disc, a circle, a filled square, a square.
    void add_mark(std::size_t position, Point center)
    {
        const char *colour = colours.at(position);
        std::string look =
            fmt::format("class=\"mark {} s{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.6\"",
                        position % 2 == 0 ? "full" : "hollow", position,
                        position % 2 == 0 ? colour : "#ffffff", colour);
        picture_.elements +=
            position < 2
                ? fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" {}/>\n", center.x,
                              center.y, mark_radius, look)
                : fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" {}/>\n",
                              center.x - mark_radius + 0.5, center.y - mark_radius + 0.5,
                              2 * mark_radius - 1, 2 * mark_radius - 1, look);
    }

    static std::string shortened(const std::string &text)
    {
        constexpr std::size_t most = 64;
        return text.size() <= most ? text : fmt::format("{:.{}}...", text, most - 3);
    }

    void add_legend_line(const std::string &text, const char *font)
    {
        constexpr double indentation = 40;
        picture_.height += 21;
        add_text(indentation, picture_.height - 7, text, font);
        picture_.width = std::max(picture_.width,
                                  indentation + character * static_cast<double>(text.size()) + 8);
    }

    /// Where the symbol of the last line of the legend is.
    Point symbol() const { return {24, picture_.height - 11}; }

    void add_legend()
    {
        constexpr const char *code =
            "class=\"code\" font-family=\"Courier, monospace\" font-size=\"11\"";
        constexpr const char *prose = "font-size=\"12\"";
        for (std::size_t k = 0; k < nest_.size(); ++k) {
            add_legend_line(shortened(fmt::format("{}: {}", statement(k).name(),
                                                  describe(program_, statement(k)))),
                            code);
            add_mark(k, symbol());
        }
        if (!space_.live_in.empty()) {
            add_legend_line("reads what was there before the region", prose);
            add_ring(symbol());
        }
        if (!space_.flow.empty()) {
            add_legend_line("flow: writes what the other end reads", prose);
            add_legend_arrow();
        }
    }

    void add_legend_arrow()
    {
        Point middle = symbol();
        constexpr const char *look = "class=\"ring\" stroke=\"#6b7280\" stroke-width=\"1.2\"";
        picture_.elements += line_element(middle.x - 14, middle.y, middle.x + 6, middle.y, look);
        picture_.elements += fmt::format("<path class=\"tip\" d=\"M{:.1f} {:.1f} l-7 -3 v6 Z\" "
                                         "fill=\"#6b7280\"/>\n",
                                         middle.x + 11, middle.y);
    }

    const program::Program &program_;
    const PlottedNest &nest_;
    const IterationSpace &space_;
    std::vector<Point> offsets_;
    double pitch_; ///< between neighbouring points of the grid
    PlottedInstance first_{}, last_{};
    Picture picture_;
};

} // namespace

Picture draw(const program::Program &program, const PlottedNest &nest, const IterationSpace &space)
{
    return Plot(program, nest, space).draw();
}

std::vector<Picture> draw_iteration_spaces(const RegionDependences &region)
{
    std::vector<Picture> result;
    for (const PlottedNest &nest : plotted_nests(region.program))
        if (std::optional<IterationSpace> space = iteration_space(region, nest);
            space && !(space->flow.empty() && space->live_in.empty()))
            result.push_back(draw(region.program, nest, *space));
    return result;
}

} // namespace espalier::report
