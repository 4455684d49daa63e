// Data found for a person, with download and erasure.
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { errorCatalogue } from "#domain/errors.ts";
import { limits } from "#domain/limits.ts";
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
import styles from "#web/features/platform/platform.module.css";

interface PersonalDataResultProps {
  person: PersonIdentifier;
  preview: PersonalDataPreview;
  onSearch: (person: PersonIdentifier) => Promise<void>;
  /** After a download or an erasure. */
  onDone: () => void;
}

const minReasonLength = 10;

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
      <Card>
        <h2 className={styles["heading"]}>{name}</h2>
        <p>No data found for this number or email.</p>
      </Card>
    );
  return (
    <Card className={styles["stack"]}>
      <h2 className={styles["heading"]}>{name}</h2>
      <RecordCounts preview={preview} />
      <MatchingAccounts person={person} preview={preview} onSearch={onSearch} />
      {inside > 0 && <p className={styles["warning"]}>{errorCatalogue.ERASURE_VEHICLE_INSIDE.text}</p>}
      {owed > 0 && <p className={styles["warning"]}>{errorCatalogue.ERASURE_MONEY_OWED.text}</p>}
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
      <div className={styles["sheetActions"]}>
        <AsyncButton size="lg" variant="default" onPress={download}>
          Download data
        </AsyncButton>
        <Button size="lg" variant="default" disabled={isBlocked} onClick={() => setIsConfirming(hasReason())}>
          Erase data
        </Button>
      </div>
      <Sheet isOpen={isConfirming} title={`Erase data of ${name}?`} onClose={() => setIsConfirming(false)}>
        <div className={styles["stack"]}>
          <p>This cannot be undone. Download the data first if the person wants a copy.</p>
          <RecordCounts preview={preview} />
          <div className={styles["sheetActions"]}>
            <Button size="xl" variant="default" onClick={() => setIsConfirming(false)}>
              Cancel
            </Button>
            <AsyncButton size="xl" color="ink" onPress={erase}>
              Erase data
            </AsyncButton>
          </div>
        </div>
      </Sheet>
    </Card>
  );
}

function RecordCounts({ preview: { counts, stays, valid_passes: passes } }: { preview: PersonalDataPreview }) {
  return (
    <>
      <dl className={styles["fields"]}>
        {countLabels
          .filter(([name]) => counts[name]! > 0)
          .map(([name, label]) => (
            <div key={name} className={styles["count"]}>
              <dt>{label}</dt>
              <dd className="figures">{counts[name]}</dd>
            </div>
          ))}
      </dl>
      {passes > 0 && (
        <p>{passes === 1 ? "1 valid pass ends" : `${passes} valid passes end`} when the data is erased.</p>
      )}
      {stays.invoices > 0 && (
        <p className={styles["muted"]}>
          {stays.invoices === 1 ? "1 tax invoice is kept" : `${stays.invoices} tax invoices are kept`}, as required by
          law.
        </p>
      )}
      {stays.work_accounts > 0 && (
        <p className={styles["muted"]}>
          Staff accounts with this number or email are not erased. The vendor must remove them.
        </p>
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
      <div key={address} className={styles["account"]}>
        <span>
          Account of {name}: {[phone, email].filter(Boolean).join(", ")}
        </span>
        {hasOtherContact && (
          <AsyncButton size="sm" variant="default" onPress={() => onSearch(bothContacts)}>
            Search by both
          </AsyncButton>
        )}
      </div>
    );
  });
}
