import { useQuery } from '@connectrpc/connect-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { isoDay } from 'shared/rules/india';
import { type MissingTaxRate, type TaxRate, TaxRateService } from '#contract/shop/billing/v1/tax_rates_pb.js';
import { dateWords } from '../../rules/days';
import { hsnToSet, percentWords } from '../../rules/tax_rates';
import { useMay } from '../../session/use_me';
import { Chip } from '../../ui/Chip';
import { PageHead } from '../../ui/PageHead';
import { Waiting } from '../../ui/Waiting';
import button from '../../ui/button.module.css';
import card from '../../ui/card.module.css';
import table from '../../ui/table.module.css';
import styles from './books.module.css';
import { RateDialog } from './RateDialog';

/** The tax rates by HSN code, and the codes that documents wait for. */
export default function TaxRatesPage() {
  const query = useQuery(TaxRateService.method.listTaxRates);
  const maySet = useMay('books.write');
  // The HSN code in the open dialog; empty if staff type it.
  const [setting, setSetting] = useState<string>();
  return (
    <>
      <PageHead title="Tax rates">
        {maySet && (
          <button type="button" className={button.primary} onClick={() => setSetting('')}>
            Set a rate…
          </button>
        )}
      </PageHead>
      <p className={styles.note}>
        To be confirmed by your accountant. <Link to="/books">Back to the books</Link>
      </p>
      {!query.data ? (
        <Waiting query={query} what="the rates" />
      ) : (
        <div className={styles.page}>
          {query.data.missing.length > 0 && (
            <Missing missing={query.data.missing} onSet={maySet ? setSetting : undefined} />
          )}
          <section className={card.card} aria-labelledby="rates">
            <h2 id="rates">Rates</h2>
            <Rates rates={query.data.rates} />
          </section>
        </div>
      )}
      {setting !== undefined && <RateDialog hsn={setting} onClose={() => setSetting(undefined)} />}
    </>
  );
}

interface MissingProps {
  missing: MissingTaxRate[];
  /** Sets the rate of a code; undefined without the permission. */
  onSet?: ((hsn: string) => void) | undefined;
}

function Missing({ missing, onSet }: MissingProps) {
  return (
    <section className={card.card} aria-labelledby="missing">
      <h2 id="missing">Documents waiting for a rate</h2>
      <ul className={styles.files}>
        {missing.map(({ hsn, orders, since }) => (
          <li key={hsn}>
            <b>{hsn || 'No code'}</b>
            <span>
              {String(orders)} {orders === 1n ? 'order' : 'orders'}, since {dateWords(since)}
            </span>
            {hsn === '' ? (
              <span className={styles.note}>Give their products a code first.</span>
            ) : (
              onSet && (
                <button type="button" className={button.quiet} onClick={() => onSet(hsnToSet(hsn))}>
                  Set its rate…
                </button>
              )
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Rates({ rates }: { rates: TaxRate[] }) {
  const today = isoDay();
  return (
    // A phone may be narrower than four columns, so the table scrolls, also with the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
    <div className={styles.wide} role="region" aria-label="Rates of each code" tabIndex={0}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">HSN begins with</th>
            <th scope="col" data-align="end">
              Rate
            </th>
            <th scope="col">From</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          {rates.map(({ hsn, since, rateBasisPoints, source, isCurrent }) => (
            <tr key={`${hsn} ${since}`}>
              <th scope="row">{hsn}</th>
              <td data-align="end">{percentWords(rateBasisPoints)}</td>
              <td>
                {dateWords(since)} {isCurrent && <Chip tone="ok">In force</Chip>}
                {since > today && <Chip tone="wait">Upcoming</Chip>}
              </td>
              <td>{source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
