//! From a query to the objects that each provider is asked for.

use perfhive_provider::{Class, ProvidedObject};
use perfhive_winperf::{ObjectQuery, QueryKind, Wanted};

/// Adds to `plan` what one provider has of the query, parents before children, each object once.
/// `plan` is cleared first and keeps its memory.
pub(crate) fn plan(query: &QueryKind, provided: &[ProvidedObject], plan: &mut Vec<ObjectQuery>) {
    let is_asked = |class: Class| match query {
        QueryKind::Global => class == Class::Global,
        QueryKind::MetadataGlobal => class != Class::Costly,
        QueryKind::Costly | QueryKind::MetadataCostly => class == Class::Costly,
        _ => false,
    };
    if let QueryKind::Objects(objects) = query {
        return plan_objects(objects, provided, plan);
    }
    plan.clear();
    for object in provided.iter().filter(|it| is_asked(it.class)) {
        add(plan, provided, object, &Wanted::All);
    }
}

/// A list of indexes. The plan of the sample before is left as it is when it would come out the same: it mostly does.
fn plan_objects(objects: &[ObjectQuery], provided: &[ProvidedObject], plan: &mut Vec<ObjectQuery>) {
    let asked = || {
        objects
            .iter()
            .filter_map(|it| Some((find(provided, it.index)?, &it.wanted)))
    };
    let n_parents = asked()
        .filter(|(object, _)| {
            object
                .parent
                .is_some_and(|it| objects.iter().all(|o| o.index != it))
        })
        .count();
    let is_same = n_parents == 0
        && asked().count() == plan.len()
        && asked()
            .zip(plan.iter())
            .all(|((o, w), it)| it.index == o.index && it.wanted == *w);
    if is_same {
        return;
    }
    plan.clear();
    for (object, wanted) in asked() {
        add(plan, provided, object, wanted);
    }
}

fn find(provided: &[ProvidedObject], index: u32) -> Option<&ProvidedObject> {
    provided.iter().find(|it| it.index == index)
}

fn add(
    plan: &mut Vec<ObjectQuery>,
    provided: &[ProvidedObject],
    object: &ProvidedObject,
    wanted: &Wanted,
) {
    if let Some(parent) = object.parent.and_then(|it| find(provided, it)) {
        // Who asks for single counters needs the parents' names alone.
        let of_parent = match wanted {
            Wanted::All => Wanted::All,
            Wanted::Counters(_) => Wanted::Counters(Vec::new()),
        };
        add(plan, provided, parent, &of_parent);
    }
    match plan.iter_mut().find(|it| it.index == object.index) {
        Some(planned) => widen(&mut planned.wanted, wanted),
        None => plan.push(ObjectQuery {
            index: object.index,
            wanted: wanted.clone(),
        }),
    }
}

fn widen(planned: &mut Wanted, wanted: &Wanted) {
    match (planned, wanted) {
        (Wanted::Counters(planned), Wanted::Counters(more)) => {
            more.iter().for_each(|it| {
                if !planned.contains(it) {
                    planned.push(*it);
                }
            });
        }
        (planned, _) => *planned = Wanted::All,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROVIDED: &[ProvidedObject] = &[
        ProvidedObject {
            index: 2,
            class: Class::Global,
            parent: None,
        },
        ProvidedObject {
            index: 230,
            class: Class::Global,
            parent: None,
        },
        ProvidedObject {
            index: 232,
            class: Class::Global,
            parent: Some(230),
        },
        ProvidedObject {
            index: 500,
            class: Class::Costly,
            parent: None,
        },
        ProvidedObject {
            index: 600,
            class: Class::ByIndex,
            parent: None,
        },
    ];

    fn planned(text: &str) -> Vec<u32> {
        let mut objects = Vec::new();
        plan(
            &perfhive_winperf::Query::parse(text).kind,
            PROVIDED,
            &mut objects,
        );
        objects.iter().map(|it| it.index).collect()
    }

    /// Check that each query asks for its own objects and no other, and children bring their parents (C189).
    #[test]
    fn queries_and_their_objects() {
        assert_eq!(planned("Global"), [2, 230, 232]);
        assert_eq!(planned("metadatacostly"), [500]);
        assert_eq!(planned("Costly"), [500]);
        assert_eq!(planned("600"), [600]);
        assert_eq!(planned("MetadataGlobal"), [2, 230, 232, 600]);
        assert_eq!(planned("232"), [230, 232]);
        assert_eq!(planned("232 230 2 77"), [230, 232, 2]);
        assert_eq!(planned("no such thing"), [0u32; 0]);
    }

    /// Check that parents come for their names alone when single counters are wanted.
    #[test]
    fn parents_of_single_counters() {
        let thread = ObjectQuery {
            index: 232,
            wanted: Wanted::Counters(vec![6]),
        };
        let mut objects = Vec::new();
        plan(
            &QueryKind::Objects(vec![thread.clone()]),
            PROVIDED,
            &mut objects,
        );
        assert_eq!(objects[0].wanted, Wanted::Counters(vec![]));
        assert_eq!(objects[1], thread);
    }
}
