#pragma once

#include "espalier/schedule/tree.h"

namespace espalier::schedule {

/// The tree without the nodes that say nothing. The order stays.
///
///  - A filter that keeps all that reaches it goes, and so does a filter right below a filter: the
///    upper one takes it up. Children of sequences and sets stay filters, and take up nothing.
///  - A context right below a context is taken up by the upper one.
///  - A child of a sequence or set that nothing reaches goes, and a child that is left alone takes
///    the place of its parent.
///  - A sequence right below a child of a sequence takes the place of the child; likewise for sets.
///  - A band member with one value for all that reaches the band goes, and a band without members,
///    if no node below refers to schedule dimensions.
///  - A context or guard without constraints goes, unless it introduces a symbolic constant, and so
///    does an extension that adds nothing.
///
/// Filters and contexts are written in the shortest form that isl finds for them, given what
/// reaches them.
Tree normal_form(const Tree &tree);

} // namespace espalier::schedule
