import { useState } from 'react';
import { profileWords } from '#words/profile';
import { Field } from 'shared/ui/Field';
import { saveAddress } from '../../api/client';
import { shopperMessage } from '../../api/errors';
import type { SavedAddress } from '../../api/types';
import { useForm } from '../../forms/use_form';
import { notifySuccess } from '../../messages/notify';
import { type AddressValues, addressFields, checkAddress, sentAddress } from '../../rules/addresses';
import { savedAddresses } from '../../stores/profile';
import { ALL } from '../../stores/resource';
import { FormDialog } from '../../ui/FormDialog';
import { noticeLogout } from '../../stores/notice_logout';

const texts = profileWords;

const inputs = {
  fullname: { label: texts.fullName, hint: texts.nameHint, autoComplete: 'name' },
  mobilenumber: {
    label: texts.mobileNumber,
    hint: texts.mobileHint,
    autoComplete: 'tel-national',
    type: 'tel',
    inputMode: 'numeric',
  },
  deliveryAddress: { label: texts.deliveryAddress, autoComplete: 'street-address', multiline: true },
  pincode: { label: texts.pincode, autoComplete: 'postal-code', inputMode: 'numeric' },
} as const;

const empty: AddressValues = { fullname: '', mobilenumber: '', deliveryAddress: '', pincode: '' };

interface AddressDialogProps {
  /** The address to change; undefined to add one. */
  address: SavedAddress | undefined;
  open: boolean;
  onClose: () => void;
}

/** The dialog to add or change an address. */
export function AddressDialog({ address, open, onClose }: AddressDialogProps) {
  const [values, setValues] = useState<AddressValues>(() => (address ? sentAddress(address) : empty));
  const { control, ...form } = useForm({
    fields: addressFields,
    values,
    setField: (field, value) => setValues((typed) => ({ ...typed, [field]: value })),
    check: checkAddress,
    async send(typed) {
      await saveAddress(sentAddress(typed), address?.id);
      // The address is saved, even if the list does not load.
      await savedAddresses.load(ALL).catch(() => {});
      notifySuccess(texts.addressSaved);
      onClose();
    },
    refusalOf: shopperMessage,
    onRefusal: noticeLogout,
  });
  return (
    <FormDialog
      open={open}
      title={address ? texts.changeAddressTitle : texts.addAddressTitle}
      text={texts.addressesIntro}
      form={form}
      keep={texts.cancel}
      submit={texts.save}
      submitting={texts.saving}
      onClose={onClose}
    >
      {addressFields.map((field) => (
        <Field
          key={field}
          {...inputs[field]}
          {...control(field)}
          autoFocusInDialog={field === addressFields[0]}
        />
      ))}
    </FormDialog>
  );
}
