import assert from "node:assert/strict";
import { test } from "node:test";
import { anonymous, type Role } from "#domain/access/roles.ts";
import {
  type BranchChannel,
  branchChannels,
  checkChannel,
  createPaymentRequest,
  getPaymentChannel,
  getPaymentMode,
  paymentChannels,
  validatePaymentChannels,
} from "#domain/payments/channels/payment-channels.ts";
import { buildUpiIntent } from "#domain/payments/channels/upi-intent.ts";
import { readMarkdownTable } from "#tests/support/markdown-table.ts";

type BranchRow = Parameters<typeof validatePaymentChannels>[0]["after"];

test("each channel is stored with the mode of docs/rules/payments.md", () => {
  const rows = readMarkdownTable({ file: "docs/rules/payments.md", heading: "Channels" });
  assert.deepEqual(
    rows.map((row) => row["payment_channel"]),
    paymentChannels,
  );
  for (const row of rows) {
    const channel = paymentChannels.find((name) => name === row["payment_channel"])!;
    assert.equal(getPaymentMode(channel), row["payment_mode"], JSON.stringify(row));
    assert.equal(
      branchChannels.some((name) => name === channel),
      row["turned on by"] === "the branch",
    );
  }
});

test("a payment without a channel is one of its mode", () => {
  assert.equal(getPaymentChannel({ mode: "online" }), "online");
  assert.equal(getPaymentChannel({ mode: "cash", channel: null }), "cash");
  assert.equal(getPaymentChannel({ mode: "online", channel: "upi" }), "upi");
});

test("a channel needs to be turned on, its reference, and on account the right to defer", () => {
  const all = { payment_channels: [...branchChannels] };
  const rows: [BranchChannel, string | null, { payment_channels: BranchChannel[] | null }, Role, string | undefined][] =
    [
      ["upi", "4K7Z", all, "staff", undefined],
      ["upi", "4k7z", all, "staff", undefined],
      ["upi", "4K7", all, "staff", "FAILED_VALIDATION"],
      ["upi", "123456789012", all, "staff", "FAILED_VALIDATION"],
      ["upi", null, all, "staff", "FAILED_VALIDATION"],
      ["upi", "4K7Z", { payment_channels: ["card_terminal"] }, "staff", "PAYMENT_NOT_OFFERED"],
      ["upi", "4K7Z", { payment_channels: null }, "staff", "PAYMENT_NOT_OFFERED"],
      ["card_terminal", "RRN 1234", all, "staff", undefined],
      ["card_terminal", "123", all, "staff", "FAILED_VALIDATION"],
      ["on_account", "Acme Ltd", all, "staff", "FORBIDDEN"],
      ["on_account", "Acme Ltd", all, "manager", undefined],
      ["on_account", " ", all, "manager", "FAILED_VALIDATION"],
    ];
  for (const [channel, reference, branch, role, expected] of rows) {
    const actor = { ...anonymous, id: "someone", role };
    assert.equal(
      checkChannel({ channel, reference, branch, actor })?.code,
      expected,
      JSON.stringify([channel, reference, branch, role]),
    );
  }
});

test("UPI can be turned on with an account and its payee only", () => {
  const account = { upi_vpa: "lot@okbank", upi_payee_name: "T Nagar Parking" };
  const empty = { upi_vpa: null, upi_payee_name: null };
  const rows: [BranchRow, string | undefined][] = [
    [{ payment_channels: ["upi"], ...account }, undefined],
    [{ payment_channels: ["upi"], ...account, upi_vpa: null }, "upi_vpa"],
    [{ payment_channels: ["upi"], ...account, upi_payee_name: "" }, "upi_payee_name"],
    [{ payment_channels: ["card_terminal"], ...empty }, undefined],
    [{ payment_channels: null, ...empty }, undefined],
  ];
  for (const [after, field] of rows) {
    const args = { before: null, after, changes: after, actor: anonymous, now: new Date(0), related: {} };
    assert.equal(validatePaymentChannels(args)?.field, field, JSON.stringify(after));
  }
});

test("a request names the entry and changes with each recorded payment, within 35 letters and digits", () => {
  assert.equal(createPaymentRequest({ kind: "P", id: 17, recorded: 0 }), "CHP17N1");
  assert.equal(createPaymentRequest({ kind: "V", id: 17, recorded: 2 }), "CHV17N3");
  assert.match(createPaymentRequest({ kind: "V", id: 2_147_483_647, recorded: 9_999 }), /^[A-Z0-9]{1,35}$/);
});

test("the UPI code carries payee, amount and reference; its parts cannot add parameters", () => {
  assert.equal(
    buildUpiIntent({
      vpa: "lot.1@okbank",
      payee: "T Nagar & Sons",
      amount: 4_050,
      request: "CHP17N1",
      note: "Parking TN 09 AB 1234",
    }),
    "upi://pay?pa=lot.1@okbank&pn=T%20Nagar%20%26%20Sons&am=40.50&cu=INR&tr=CHP17N1&tn=Parking%20TN%2009%20AB%201234",
  );
});
