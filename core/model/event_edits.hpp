// Edits of the events, each with the layers that belong to them (model/layer_sequence.hpp).
#pragma once

#include <optional>
#include <string>

#include "core/model/scenario.hpp"

namespace foldwave {

// One train as long as the box, its crest in the middle.
FoldTrain usual_train(const Grid3& grid);

// What to begin with: a flat horizon of nine points in the middle of a box of 2 x 2 x 1 km, the usual layers,
// and one shot below its top.
Scenario new_scenario();

// Where there is no fold yet (has_fold): one in the middle of the box, with layers that fill it.
Scenario with_first_fold(Scenario scenario);

// What keeps an edit from making sense. `nothing`: it may be done.
enum class EventHindrance {
  nothing,
  too_many,         // most_events
  one_erosion,      // there is one already
  lone_fold,        // its horizon is a mesh, or its speeds vary: no other fold can be beside it
  last_fold,        // a scenario keeps one
  first_is_a_fold,  // there would be no rock yet to be cut away
  erosion_is_last,  // only the youngest event may be an erosion
  at_the_end        // nowhere to move
};
EventHindrance adding_event(const Scenario& scenario, EventType type);
EventHindrance duplicating_event(const Scenario& scenario, std::size_t event);
EventHindrance removing_event(const Scenario& scenario, std::size_t event);
EventHindrance moving_event(const Scenario& scenario, std::size_t event, bool younger);

// The scenario after an edit that nothing hinders, and the number of the event that it was about; after a
// removal, of its neighbour.
struct EventEdit {
  Scenario scenario;
  std::size_t event = 0;
};
// Just after `event`; an erosion at the end. A cut brings a layer for what lies on it.
EventEdit with_event_added(const Scenario& scenario, EventType type, std::size_t event);
EventEdit with_event_duplicated(const Scenario& scenario, std::size_t event);
EventEdit with_event_removed(const Scenario& scenario, std::size_t event);  // with its deposits
EventEdit with_event_moved(const Scenario& scenario, std::size_t event, bool younger);

// An unconformity with so many deposits, taken from the layers below or given back to them: one that needs a
// thickness now and has none gets one, and the horizon stays in the folded rock.
Scenario with_deposits(Scenario scenario, std::size_t event, int deposits);

// Where the event that was number `event` is now: where it stands unchanged, else at its old place; none if
// it was removed.
std::optional<std::size_t> followed_event(const std::vector<FoldEvent>& before,
                                          const std::vector<FoldEvent>& after, std::size_t event);
// The same for a choice: where its event is gone, what is now at its place, or the last one.
std::size_t followed_choice(const std::vector<FoldEvent>& before, const std::vector<FoldEvent>& after,
                            std::size_t event);

}  // namespace foldwave
