import { useEffect } from 'react';
import { profileWords } from '#words/profile';
import { SelectField } from 'shared/ui/SelectField';
import type { SavedAddress } from '../../api/types';
import { addressFields, sentAddress } from '../../rules/addresses';
import { ownAccount, savedAddresses } from '../../stores/profile';
import { ALL } from '../../stores/resource';
import { useSession } from '../../stores/session';
import { useResource } from '../../stores/use_resource';
import { setDetails, useAttempt } from './attempt';

/** Fills the form with an address that the shopper saved, if they are logged in and saved one. */
export function SavedAddressChoice({ open, locked }: { open: boolean; locked: boolean }) {
  const isLoginUser = useSession((state) => state.isLoginUser);
  const asked = open && isLoginUser ? ALL : undefined;
  const { data: addresses = none } = useResource(savedAddresses, asked);
  const { data: account } = useResource(ownAccount, asked);
  const details = useAttempt((state) => state.details);
  const [first] = addresses;

  useEffect(() => {
    if (asked === undefined) return;
    const typed = useAttempt.getState().details;
    // What was typed is another's, or the shopper's newer word.
    if (account && !typed.email) setDetails({ email: account.email });
    if (first && !typed.fullname && !typed.deliveryAddress) setDetails(sentAddress(first));
  }, [asked, account, first]);

  if (addresses.length === 0) return null;
  const chosen = addresses.find((address) =>
    addressFields.every((field) => address[field] === details[field]),
  );
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

const none: readonly SavedAddress[] = [];

function optionOf({ id, fullname, deliveryAddress, pincode }: SavedAddress) {
  return { value: id, label: `${fullname}, ${deliveryAddress}, ${pincode}` };
}

function choose(address: SavedAddress | undefined): void {
  const empty = { fullname: '', mobilenumber: '', deliveryAddress: '', pincode: '' };
  setDetails(address ? sentAddress(address) : empty);
}
