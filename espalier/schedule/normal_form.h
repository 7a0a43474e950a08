#pragma once

#include "espalier/schedule/tree.h"

namespace espalier::schedule {

/// The tree without the nodes that say nothing. The order stays.
///
///  - A filter that keeps all that reaches it goes, unless it is a child of a sequence or set; a
///    filter right below a filter, and a context right below a context, become one node with it.
///  - A child of a sequence or set that nothing reaches goes; one that is left alone takes the
///  place
///    of its parent.
///  - A sequence right below a child of a sequence takes the place of the child; likewise for sets.
///  - A band member with one value for all that reaches the band goes, and a band without members,
///  if
///    no node below refers to schedule dimensions.
///  - A context or guard without constraints and new symbolic constants goes, and an extension that
///    adds nothing.
///
/// Filters and contexts are written in the shortest form that isl finds for them, given what
/// reaches them.
Tree normal_form(const Tree &tree);

} // namespace espalier::schedule
