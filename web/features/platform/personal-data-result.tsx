// Data found for a person, with download and erasure.
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { errorCatalogue } from "#domain/errors.ts";
import * as limits from "#domain/limits.ts";
import { minReasonLength } from "#domain/privacy/request-reason.ts";
import { Card } from "#web/ui/page.tsx";
import { Sheet } from "#web/ui/overlays/sheet.tsx";
import { AsyncButton } from "#web/ui/forms/async-button.tsx";
import {
  countLabels,
  erasePersonalData,
  type PersonIdentifier,
  type PersonalDataPreview,
  downloadPersonalData,
} from "#web/features/platform/personal-data-api.ts";
import { Text } from "#web/ui/text.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Group, Stack } from "#web/ui/layout.tsx";
import { KeyValue, KeyValueList } from "#web/ui/data/key-value-list.tsx";

interface PersonalDataResultProps {
  person: PersonIdentifier;
  preview: PersonalDataPreview;
  onSearch: (person: PersonIdentifier) => Promise<void>;
  /** After a download or an erasure. */
  onDone: () => void;
}

export function PersonalDataResult({ person, preview, onSearch, onDone }: PersonalDataResultProps) {
  const [reason, setReason] = useState("");
  const [isReasonMissing, setIsReasonMissing] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const name = [person.phone, person.email].filter(Boolean).join(", ");
  const { inside, owed } = preview.blockers;
  const isEmpty = Object.values(preview.counts).every((count) => count === 0);
  const isBlocked = inside > 0 || owed > 0;

  function hasReason(): boolean {
    const isLongEnough = reason.trim().length >= minReasonLength;
    setIsReasonMissing(!isLongEnough);
    return isLongEnough;
  }
  async function download(): Promise<void> {
    if (!hasReason()) return;
    await downloadPersonalData({ ...person, reason });
    onDone();
  }
  async function erase(): Promise<void> {
    try {
      await erasePersonalData({ ...person, reason });
      onDone();
    } finally {
      setIsConfirming(false);
    }
  }

  if (isEmpty)
    return (
      <Card title={name}>
        <p>No data found for this number or email.</p>
      </Card>
    );
  return (
    <Card title={name}>
      <RecordCounts preview={preview} />
      <MatchingAccounts person={person} preview={preview} onSearch={onSearch} />
      {inside > 0 && <Notice>{errorCatalogue.ERASURE_VEHICLE_INSIDE.text}</Notice>}
      {owed > 0 && <Notice>{errorCatalogue.ERASURE_MONEY_OWED.text}</Notice>}
      <Textarea
        label="Reason"
        description="Who requested it, how, and how you verified their identity"
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={isReasonMissing ? `Enter a reason of at least ${minReasonLength} characters` : undefined}
        maxLength={limits.reviewNote}
        size="md"
        autosize
        minRows={2}
      />
      <Stack gap="xs">
        <AsyncButton size="lg" variant="default" onPress={download}>
          Download data
        </AsyncButton>
        <Button size="lg" variant="default" disabled={isBlocked} onClick={() => setIsConfirming(hasReason())}>
          Erase data
        </Button>
      </Stack>
      <Sheet isOpen={isConfirming} title={`Erase data of ${name}?`} onClose={() => setIsConfirming(false)}>
        <Stack>
          <p>This cannot be undone. Download the data first if the person wants a copy.</p>
          <RecordCounts preview={preview} />
          <Stack gap="xs">
            <Button size="xl" variant="default" onClick={() => setIsConfirming(false)}>
              Cancel
            </Button>
            <AsyncButton size="xl" color="ink" onPress={erase}>
              Erase data
            </AsyncButton>
          </Stack>
        </Stack>
      </Sheet>
    </Card>
  );
}

function RecordCounts({
  preview: { counts, stays, valid_passes: passes, upcoming_bookings: bookings },
}: {
  preview: PersonalDataPreview;
}) {
  return (
    <>
      <KeyValueList layout="spread">
        {countLabels
          .filter(([name]) => counts[name] > 0)
          .map(([name, label]) => (
            <KeyValue key={name} label={label}>
              <span className="figures">{counts[name]}</span>
            </KeyValue>
          ))}
      </KeyValueList>
      {passes > 0 && (
        <p>{passes === 1 ? "1 valid pass ends" : `${passes} valid passes end`} when the data is erased.</p>
      )}
      {bookings > 0 && (
        <p>
          {bookings === 1 ? "1 booking is" : `${bookings} bookings are`} cancelled when the data is erased. What was
          paid online is refunded.
        </p>
      )}
      {stays.invoices > 0 && (
        <Text c="dimmed">
          {stays.invoices === 1 ? "1 tax invoice is kept" : `${stays.invoices} tax invoices are kept`}, as required by
          law.
        </Text>
      )}
      {stays.work_accounts > 0 && (
        <Text c="dimmed">Staff accounts with this number or email are not erased. The vendor must remove them.</Text>
      )}
    </>
  );
}

/** Accounts found, with a search by their other contact if it was not searched for. */
function MatchingAccounts({
  person,
  preview: { accounts },
  onSearch,
}: {
  person: PersonIdentifier;
  preview: PersonalDataPreview;
  onSearch: (person: PersonIdentifier) => Promise<void>;
}) {
  return accounts.map(({ first_name: name, phone, email: address }) => {
    // Placeholder addresses made at the gate identify no other data.
    const email = address.endsWith(`@${limits.customerMailDomain}`) ? null : address;
    const bothContacts = { phone: person.phone ?? phone, email: person.email ?? email };
    const hasOtherContact = bothContacts.phone !== person.phone || bothContacts.email !== person.email;
    return (
      <Group key={address} justify="space-between">
        <span>
          Account of {name}: {[phone, email].filter(Boolean).join(", ")}
        </span>
        {hasOtherContact && (
          <AsyncButton variant="default" onPress={() => onSearch(bothContacts)}>
            Search by both
          </AsyncButton>
        )}
      </Group>
    );
  });
}
