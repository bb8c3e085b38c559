use prost::Message as _;
use prost_types::FileDescriptorSet;

use super::*;

pub(in crate::clients) fn check<Call: StaffCall>(descriptors: &FileDescriptorSet) {
    let services = descriptors.file.iter().flat_map(|file| {
        let package = file.package();
        file.service
            .iter()
            .map(move |service| (format!("{package}.{}", service.name()), service))
    });
    let service = services
        .into_iter()
        .find_map(|(name, service)| (name == Call::SERVICE).then_some(service));
    let service = service.unwrap_or_else(|| panic!("the contract has {}", Call::SERVICE));
    let mut methods = service.method.iter();
    let method = methods.find(|method| method.name() == Call::method());
    let method = method.unwrap_or_else(|| panic!("{} has {}", Call::SERVICE, Call::method()));
    assert_eq!(method.input_type(), format!(".{}", Call::full_name()));
}

#[test]
fn every_call_is_named_as_the_contract_names_it() {
    let descriptors = FileDescriptorSet::decode(proto::DESCRIPTORS).unwrap();
    check_all(&descriptors);
    crate::clients::money_calls::check_all(&descriptors);
}
