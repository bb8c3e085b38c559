import { useEffect, useRef } from 'react';
import { profileWords } from '#words/profile';
import { SelectField } from 'shared/ui/SelectField';
import type { SavedAddress } from '../../api/types';
import { type AddressValues, addressFields, sentAddress } from '../../rules/addresses';
import type { CheckoutField } from '../../rules/checkout';
import { ownAccount, savedAddresses } from '../../stores/profile';
import { ALL } from '../../stores/resource';
import { useSession } from '../../stores/session';
import { useResource } from '../../stores/use_resource';
import { setDetails, useAttempt } from './attempt';
import { usePincode } from '../../delivery/pincode';

/** Fills the form from a saved address, if the shopper is logged in and has one. */
export function SavedAddressChoice({ open, locked }: { open: boolean; locked: boolean }) {
  const isLoginUser = useSession((state) => state.isLoginUser);
  const asked = open && isLoginUser ? ALL : undefined;
  const { data: addresses = none } = useResource(savedAddresses, asked);
  const { data: account } = useResource(ownAccount, asked);
  const details = useAttempt((state) => state.details);
  const typedBefore = useRef<AddressValues>(empty);
  const [first] = addresses;

  useEffect(() => {
    if (asked === undefined) return;
    const typed = useAttempt.getState().details;
    // Typed values stay: they may be another person's, or newer than the saved ones.
    if (account && !typed.email && !isFocused('email')) setDetails({ email: account.email });
    if (first && isUntyped(typed)) setDetails(sentAddress(first));
  }, [asked, account, first]);

  if (addresses.length === 0) return null;
  const chosen = addresses.find((address) =>
    addressFields.every((field) => address[field] === details[field]),
  );

  function choose(address: SavedAddress | undefined) {
    if (!chosen) typedBefore.current = details;
    setDetails(address ? sentAddress(address) : addressOf(typedBefore.current));
  }

  return (
    <SelectField
      name="savedAddress"
      label={profileWords.savedAddress}
      placeholder={profileWords.otherAddress}
      value={chosen?.id ?? ''}
      options={addresses.map(optionOf)}
      disabled={locked}
      onChange={(id) => choose(addresses.find((address) => address.id === id))}
    />
  );
}

/** True if the shopper is in this field. A value that arrives then would stand before what the shopper types. */
function isFocused(field: CheckoutField): boolean {
  return document.activeElement?.getAttribute('name') === field;
}

const none: readonly SavedAddress[] = [];
const empty: AddressValues = { fullname: '', mobilenumber: '', deliveryAddress: '', pincode: '' };

function optionOf({ id, fullname, deliveryAddress, pincode }: SavedAddress) {
  return { value: id, label: `${fullname}, ${deliveryAddress}, ${pincode}` };
}

function addressOf({ fullname, mobilenumber, deliveryAddress, pincode }: AddressValues): AddressValues {
  return { fullname, mobilenumber, deliveryAddress, pincode };
}

/** True if the shopper typed no part of an address. The shop fills in the pincode that it remembers. */
function isUntyped({ fullname, mobilenumber, deliveryAddress, pincode }: AddressValues): boolean {
  const isOurs = pincode === '' || pincode === usePincode.getState().pincode;
  return !fullname && !mobilenumber && !deliveryAddress && isOurs;
}
