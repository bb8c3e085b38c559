use std::collections::HashMap;

use proto::violation::v1::{Params, ViolationParams};
use runtime::status::{self, Rule, Violation};

/// The runtime defines the message by hand, because it does not depend on the contract.
#[test]
fn the_values_of_broken_rules_travel_as_the_contract_says() {
    let refused = status::invalid(vec![
        Violation::new("email", Rule::Malformed.says("Invalid email")),
        Violation::new(
            "rating",
            Rule::OutOfRange { min: -1, max: 5 }.says("from -1 to 5"),
        ),
    ]);
    let told: ViolationParams = status::message(&refused).expect("it tells the values");
    let expected = [
        HashMap::new(),
        HashMap::from([("min".to_owned(), -1), ("max".to_owned(), 5)]),
    ];
    assert_eq!(
        told.violations,
        expected.map(|numbers| Params { numbers }).to_vec()
    );
}
