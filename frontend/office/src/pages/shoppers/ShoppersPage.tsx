import { useInfiniteQuery } from '@connectrpc/connect-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { formatDay } from 'shared/rules/moment';
import { type Shopper, ShopperService } from '#contract/shop/identity/v1/shoppers_pb.js';
import { paged } from '../../api/paged';
import { rowsOf } from '../../rules/rows';
import { searchedAddress, textIn } from '../../rules/search_text';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { More } from '../../ui/More';
import { PageHead } from '../../ui/PageHead';
import { SearchForm } from '../../ui/SearchForm';
import { Nothing, Waiting } from '../../ui/Waiting';
import note from '../../ui/note.module.css';

const helper = createColumnHelper<typeof features, Shopper>();

const columns = helper.columns([
  helper.accessor('name', {
    header: 'Name',
    cell: ({ row: { original } }) => <Link to={`/shoppers/${original.accountId}`}>{nameOf(original)}</Link>,
  }),
  helper.accessor('email', { header: 'Email' }),
  helper.accessor('mobileNumber', {
    header: 'Mobile',
    meta: { isTight: true },
    cell: ({ getValue }) => getValue() || <span className={note.soft}>none given</span>,
  }),
  helper.accessor('registeredAt', {
    header: 'Registered',
    meta: { isTight: true },
    cell: ({ getValue }) => <time dateTime={getValue()}>{formatDay(getValue())}</time>,
  }),
]) as Column<Shopper>[];

/** The shoppers with an account, by name, email or mobile number. */
export default function ShoppersPage() {
  const navigate = useNavigate();
  const text = textIn(useLocation().hash);
  const { searchShoppers } = ShopperService.method;
  const query = useInfiniteQuery(searchShoppers, { query: text, pageToken: '' }, paged);
  const shoppers = useMemo(
    () =>
      rowsOf(
        query.data,
        (page) => page.shoppers,
        ({ accountId }) => accountId,
      ),
    [query.data],
  );
  return (
    <>
      <PageHead title="Shoppers" />
      <SearchForm
        text={text}
        label="Find shoppers by name, email or mobile number"
        placeholder="Name, whole email or mobile…"
        onSearch={(typed) => void navigate(searchedAddress('/shoppers', typed))}
      />
      <p className={note.note}>
        {text ? (
          <>
            Results for “{text}”. <Link to="/shoppers">Show the newest</Link>
          </>
        ) : (
          'Accounts of the shop, the newest first. Guests have none; their orders are found under Orders.'
        )}
      </p>
      {!query.data ? (
        <Waiting query={query} what="the shoppers" />
      ) : shoppers.length === 0 ? (
        <Nothing>
          {text
            ? 'No accounts match. Enter the whole email address or mobile number. Guests have no account.'
            : 'No accounts yet.'}
        </Nothing>
      ) : (
        <>
          <DataTable
            caption="Shoppers"
            columns={columns}
            rows={shoppers}
            idOf={({ accountId }) => accountId}
            nameOf={nameOf}
            renderCard={(shopper) => <ShopperCard shopper={shopper} />}
          />
          <More query={query} shown={shoppers.length === 1 ? '1 shopper' : `${shoppers.length} shoppers`} />
        </>
      )}
    </>
  );
}

function nameOf({ name, email }: Shopper): string {
  return name || email;
}

function ShopperCard({ shopper }: { shopper: Shopper }) {
  const { accountId, email, mobileNumber, registeredAt } = shopper;
  return (
    <>
      <p>
        <Link to={`/shoppers/${accountId}`}>{nameOf(shopper)}</Link>
        <span className={note.soft}>since {formatDay(registeredAt)}</span>
      </p>
      <p className={note.soft}>
        <span>{email}</span>
        <span>{mobileNumber || 'no mobile'}</span>
      </p>
    </>
  );
}
