import { useRef, useState } from 'react';
import { profileWords } from '#words/profile';
import button from 'shared/ui/button.module.css';
import { ConfirmDialog } from 'shared/ui/ConfirmDialog';
import { deleteAddress, saveAddress } from '../../api/client';
import { shopperMessage } from '../../api/errors';
import type { SavedAddress } from '../../api/types';
import { notifyError, notifySuccess } from '../../messages/notify';
import { sentAddress } from '../../rules/addresses';
import { savedAddresses } from '../../stores/profile';
import { ALL } from '../../stores/resource';
import { changeKnown } from '../../stores/resource_changes';
import { ToastArea } from '../../ui/ToastArea';
import { AccountSection } from './AccountSection';
import { AddressDialog } from './AddressDialog';
import styles from './profile.module.css';

const texts = profileWords;

/** The identity service's limit for saved addresses of an account. */
const MOST = 10;

/** The addresses saved for the checkout. */
export function Addresses() {
  return (
    <AccountSection
      title={texts.addressesTitle}
      intro={texts.addressesIntro}
      resource={savedAddresses}
      loginFirst={texts.loginFirst}
      failed={texts.failed}
    >
      {(addresses) => <AddressList addresses={addresses} />}
    </AccountSection>
  );
}

/** The address of a dialog. It stays after the dialog closes, because its text is visible until then. */
interface Asked {
  address?: SavedAddress | undefined;
  open: boolean;
  /** Counts openings. Each has a new form. */
  turn: number;
}

function AddressList({ addresses }: { addresses: readonly SavedAddress[] }) {
  const [edited, setEdited] = useState<Asked>({ open: false, turn: 0 });
  const saving = useRef(false);
  const [doomed, setDoomed] = useState<Asked>({ open: false, turn: 0 });
  const edit = (address?: SavedAddress) => setEdited(({ turn }) => ({ address, open: true, turn: turn + 1 }));

  async function remove() {
    setDoomed((asked) => ({ ...asked, open: false }));
    const id = doomed.address?.id;
    if (id === undefined) return;
    try {
      await deleteAddress(id);
      changeKnown(savedAddresses, ALL, (known) => known.filter((address) => address.id !== id));
      // Reloads the list, because another address may be the default now.
      savedAddresses.load(ALL).catch(() => {});
      notifySuccess(texts.addressDeleted);
    } catch (error) {
      notifyError(shopperMessage(error));
    }
  }

  async function fillInFirst(address: SavedAddress) {
    if (saving.current) return;
    saving.current = true;
    try {
      await saveAddress({ ...sentAddress(address), isDefault: true }, address.id);
      await savedAddresses.load(ALL);
      notifySuccess(texts.addressSaved);
    } catch (error) {
      notifyError(shopperMessage(error));
    }
    saving.current = false;
  }

  return (
    <div className={styles.section}>
      {addresses.length === 0 && <p>{texts.noAddress}</p>}
      <ul className={styles.cards}>
        {addresses.map((address) => (
          <AddressCard
            key={address.id}
            address={address}
            onChange={() => edit(address)}
            onFillInFirst={() => fillInFirst(address)}
            onDelete={() => setDoomed({ address, open: true, turn: 0 })}
          />
        ))}
      </ul>
      {addresses.length < MOST ? (
        <button type="button" className={button.primary} aria-haspopup="dialog" onClick={() => edit()}>
          {texts.addAddress}
        </button>
      ) : (
        <p>{texts.addressesFull}</p>
      )}
      <AddressDialog
        key={edited.turn}
        address={edited.address}
        open={edited.open}
        onClose={() => setEdited((asked) => ({ ...asked, open: false }))}
      />
      <ConfirmDialog
        open={doomed.open}
        title={texts.deleteAddressTitle}
        text={texts.deleteAddressText(doomed.address?.fullname ?? '', doomed.address?.deliveryAddress ?? '')}
        messages={<ToastArea id="dialog" />}
        onCancel={() => setDoomed((asked) => ({ ...asked, open: false }))}
        onConfirm={remove}
      />
    </div>
  );
}

interface AddressCardProps {
  address: SavedAddress;
  onChange: () => void;
  onFillInFirst: () => void;
  onDelete: () => void;
}

function AddressCard({ address, onChange, onFillInFirst, onDelete }: AddressCardProps) {
  const { fullname, mobilenumber, deliveryAddress, pincode, isDefault } = address;
  return (
    <li className={styles.card}>
      {isDefault && <span className={styles.mark}>{texts.usedFirst}</span>}
      <b>{fullname}</b>
      <p>{deliveryAddress}</p>
      <p>{texts.pincodeOf(pincode)}</p>
      <p>{texts.mobileOf(mobilenumber)}</p>
      <div className={styles.buttons}>
        <button
          type="button"
          className={button.quiet}
          aria-haspopup="dialog"
          aria-label={texts.changeOf(fullname, deliveryAddress)}
          onClick={onChange}
        >
          {texts.change}
        </button>
        {!isDefault && (
          <button
            type="button"
            className={button.quiet}
            aria-label={texts.fillInFirstOf(fullname, deliveryAddress)}
            onClick={onFillInFirst}
          >
            {texts.fillInFirst}
          </button>
        )}
        <button
          type="button"
          className={button.quiet}
          aria-haspopup="dialog"
          aria-label={texts.deleteOf(fullname, deliveryAddress)}
          onClick={onDelete}
        >
          {texts.delete}
        </button>
      </div>
    </li>
  );
}
