import * as v from 'valibot';
import { isoDay } from 'shared/rules/india';
import { exportOrders } from '../../api/order_export';
import { notifyDone } from '../../messages/notify';
import { daysUntil } from '../../rules/days';
import { dateRule } from '../../rules/typed';
import { Dialog } from '../../ui/Dialog';
import { FormFoot } from '../../ui/FormFoot';
import { TextField } from '../../ui/fields';
import form from '../../ui/form.module.css';
import { useSentForm } from '../../ui/use_sent_form';
import { saveFile } from './save_file';

/** The longest period, the same as in the order service. */
const MOST_DAYS = 366;

const schema = v.pipe(
  v.object({ from: dateRule, until: dateRule }),
  v.forward(
    v.check(({ from, until }) => daysUntil(until, from) >= 0, 'The last day is before the first.'),
    ['until'],
  ),
  v.forward(
    v.check(
      ({ from, until }) => daysUntil(until, from) < MOST_DAYS,
      `A file holds ${MOST_DAYS} days at most.`,
    ),
    ['until'],
  ),
);

/** Asks for the days of an export, and saves it as a file for spreadsheets. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const today = isoDay();
  const { field, ...sent } = useSentForm({
    schema,
    defaultValues: { from: `${today.slice(0, 8)}01`, until: today },
    send: async (days) => {
      saveFile(await exportOrders(days), `orders-${days.from}-to-${days.until}.csv`);
      notifyDone('The file is saved.');
      onClose();
    },
  });
  return (
    <Dialog open title="Export orders" busy={sent.sending} onClose={onClose}>
      <form className={form.form} noValidate onSubmit={sent.onSubmit}>
        <p>A file for spreadsheets, with a row for each line of an order.</p>
        <div className={form.pair}>
          <TextField label="First day" type="date" max={today} data-autofocus="" {...field('from')} />
          <TextField label="Last day" type="date" max={today} {...field('until')} />
        </div>
        <p className={form.note}>
          It contains names, addresses and mobile numbers. Keep it safe, and delete it when you no longer need
          it.
        </p>
        <FormFoot {...sent} isUnsaved={false} label="Export" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
