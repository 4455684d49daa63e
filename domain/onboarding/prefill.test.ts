import assert from "node:assert/strict";
import { test } from "node:test";
import {
  compareWithRegister,
  findDifferingName,
  suggestCompany,
  suggestPlace,
  suggestSignatory,
} from "#domain/onboarding/prefill.ts";

const gstin = "33AAACM1231F1Z9";

test("suggests PAN, type and names from what the registers answer", () => {
  const company = { panAnswer: { registered_name: "MEENA PARKING PRIVATE LIMITED" }, gstinAnswer: undefined };
  assert.deepEqual(suggestCompany({ pan: "AAACM1231F", gstin: "", ...company }), {
    pan: "AAACM1231F",
    company_type: "single_organization",
    registered_name: "MEENA PARKING PRIVATE LIMITED",
    company_name: "Meena Parking Private Limited",
  });
  const gstinAnswer = { legal_name: "MEENA  PARKING PRIVATE LIMITED", trade_name: "Meena's Car Park" };
  assert.deepEqual(suggestCompany({ pan: "", gstin, panAnswer: undefined, gstinAnswer }), {
    pan: "AAACM1231F",
    company_type: "single_organization",
    registered_name: "MEENA PARKING PRIVATE LIMITED",
    company_name: "Meena's Car Park",
  });
  assert.deepEqual(
    suggestCompany({
      pan: "AAAPL1231F",
      gstin: "",
      panAnswer: { registered_name: "LAKSHMI K. R." },
      gstinAnswer: undefined,
    }),
    { pan: "AAAPL1231F", company_type: "individual", registered_name: "LAKSHMI K. R.", company_name: "Lakshmi K. R." },
  );
  assert.deepEqual(suggestCompany({ pan: "", gstin: "", panAnswer: undefined, gstinAnswer: undefined }), {});
  const longName = "A".repeat(60);
  const long = suggestCompany({ pan: "", gstin, panAnswer: undefined, gstinAnswer: { legal_name: longName } });
  assert.deepEqual([long["registered_name"], long["company_name"]], [longName, undefined]);
});

test("splits the address of the register, whose state is that of the GSTIN", () => {
  const addresses: [string, object][] = [
    [
      "12 Simulated Street, Chennai, Tamil Nadu, 600017",
      { state: "Tamil Nadu", city: "Chennai", pincode: "600017", address: "12 Simulated Street" },
    ],
    [
      "Flat 2, 4 West Street, Tumbadi, Tamil Nadu, 612501",
      { state: "Tamil Nadu", city: "Tumbadi", pincode: "612501", address: "Flat 2, 4 West Street" },
    ],
    ["12 High Road, Chennai", { state: "Tamil Nadu", address: "12 High Road, Chennai" }],
    ["", { state: "Tamil Nadu" }],
  ];
  for (const [address, expected] of addresses) assert.deepEqual(suggestPlace({ gstin, answer: { address } }), expected);
  assert.deepEqual(suggestPlace({ gstin: "", answer: { address: "12 High Road" } }), {});
  const long = suggestPlace({ gstin, answer: { address: `${"x".repeat(200)}, Chennai, 600017` } });
  assert.equal(long["address"]!.length, 150);
});

test("suggests the account's owner as signatory, with a designation by the holder's type", () => {
  const account = { first_name: "Meena Kumari", email: "meena@example.com" };
  const designations: [string, string][] = [
    ["AAAPL1231F", "Owner"],
    ["AAACM1231F", "Director"],
    ["AAAFM1231F", "Partner"],
    ["AAAHM1231F", "Authorised signatory"],
    ["", "Authorised signatory"],
  ];
  for (const [pan, signatory_designation] of designations)
    assert.deepEqual(suggestSignatory({ account, pan, address: "12 High Road" }), {
      signatory_name: "Meena Kumari",
      signatory_email: "meena@example.com",
      signatory_designation,
      signatory_address: "12 High Road",
      agreement_name: "Meena Kumari",
    });
});

test("a name differs from the register in more than spelling", () => {
  const answer = { legal_name: "MEENA PARKING PRIVATE LIMITED", trade_name: "Meena & Sons" };
  for (const same of [
    "Meena Parking Private Limited",
    "meena parking pvt. ltd.",
    "M/s Meena Parking (P) Ltd",
    "MEENA PARKING P LTD",
    "Meena and Sons",
    "  ",
  ])
    assert.equal(findDifferingName({ typed: same, answer }), undefined, same);
  for (const other of ["Meena Parking", "Meena Parkings Private Limited", "Anna Parking"])
    assert.equal(findDifferingName({ typed: other, answer }), "MEENA PARKING PRIVATE LIMITED", other);
  assert.equal(findDifferingName({ typed: "Meena", answer: { registered_name: "MEENA K" } }), "MEENA K");
  assert.equal(findDifferingName({ typed: "Meena", answer: undefined }), undefined);
  assert.equal(findDifferingName({ typed: "Meena", answer: { registered_name: "" } }), undefined);
});

test("a review shows what the register has instead of name, state and pin code, and nothing that is missing", () => {
  const typed = {
    registered_name: "Meena Parking Private Limited",
    address: "4 Anna Salai",
    state: "Tamil Nadu",
    pincode: "600002",
  };
  const answer = { legal_name: "MEENA PARKING PRIVATE LIMITED", address: "4, Anna Salai, Chennai, Tamil Nadu, 600002" };
  const compare = (changes: object, known: object | undefined = answer, number = gstin) =>
    compareWithRegister({ typed: { ...typed, ...changes }, gstin: number, answer: known });
  assert.deepEqual(compare({}), {});
  assert.deepEqual(compare({ state: "tamil nadu" }), {});
  assert.deepEqual(compare({ registered_name: "Meena Hotels", state: "Kerala", pincode: "682001" }), {
    registered_name: "MEENA PARKING PRIVATE LIMITED",
    state: "Tamil Nadu",
    pincode: "600002",
  });
  // Another address is that of another branch.
  assert.deepEqual(compare({ address: "12 Mount Road", pincode: "600001" }), {});
  assert.deepEqual(compare({ address: null, pincode: "600001" }), { pincode: "600002" });
  assert.deepEqual(compare({ registered_name: null, state: "", pincode: null }), {});
  // Without an answer, the GSTIN itself still says the state.
  assert.deepEqual(compare({ state: "Kerala", pincode: "682001" }, {}), { state: "Tamil Nadu" });
  assert.deepEqual(compare({ registered_name: "Meena Hotels" }, { registered_name: "MEENA K" }, ""), {
    registered_name: "MEENA K",
  });
});
