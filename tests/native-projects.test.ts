// §1: the projects of the native shell. Without the platforms' tools: what they declare, and that they match the packages.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import sharp from "sharp";
import { customerDocumentPath } from "#domain/valet/customer-fields.ts";
import { findInternalPath } from "#web/native/addresses.ts";

const read = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
const manifest = read("native/android/app/src/main/AndroidManifest.xml");
const iosSettings = read("native/ios/App/App/Info.plist");
const { devDependencies } = JSON.parse(read("package.json")) as { devDependencies: { [name: string]: string } };

test("Android asks for camera, location and Bluetooth only, backs nothing up, and verifies links of the server", () => {
  const permissions = [...manifest.matchAll(/uses-permission android:name="android\.permission\.(\w+)"/g)];
  assert.deepEqual(
    new Set(permissions.map(([, name]) => name)),
    new Set([
      "ACCESS_COARSE_LOCATION",
      "ACCESS_FINE_LOCATION",
      "BLUETOOTH",
      "BLUETOOTH_ADMIN",
      "BLUETOOTH_CONNECT",
      "BLUETOOTH_SCAN",
      "CAMERA",
      "INTERNET",
      "VIBRATE",
    ]),
  );
  assert.match(manifest, /BLUETOOTH_SCAN" android:usesPermissionFlags="neverForLocation"/);
  assert.match(manifest, /android:allowBackup="false"/);
  assert.match(manifest, /autoVerify="true">[^]*android:scheme="https" android:host="\$\{serverHost\}"/);
  assert.match(read("native/android/app/build.gradle"), /serverHost: new URI\(System\.getenv\("SERVER_ORIGIN"\)/);
});

test("iOS says why it asks for camera, location and Bluetooth, and opens links of the server", () => {
  for (const key of [
    "NSBluetoothAlwaysUsageDescription",
    "NSCameraUsageDescription",
    "NSLocationWhenInUseUsageDescription",
    "NSPhotoLibraryUsageDescription",
  ])
    assert.match(iosSettings, new RegExp(`<key>${key}</key>\\s*<string>[^<]{20,}</string>`));
  assert.match(read("native/ios/App/App/App.entitlements"), /applinks:\$\(SERVER_HOST\)/);
  const project = read("native/ios/App/App.xcodeproj/project.pbxproj");
  assert.equal(project.match(/CODE_SIGN_ENTITLEMENTS = App\/App\.entitlements;/g)?.length, 2);
  assert.equal(project.match(/SERVER_HOST = /g)?.length, 2);
});

test("the projects use the packages of this repository", () => {
  const { appId, webDir } = JSON.parse(read("capacitor.config.json")) as { appId: string; webDir: string };
  assert.equal(webDir, "dist/native");
  assert.ok(read("native/android/app/build.gradle").includes(`applicationId "${appId}"`));
  assert.ok(read("server/features/server/app-links.ts").includes(`"${appId}"`));
  const core = devDependencies["@capacitor/core"];
  for (const name of ["@capacitor/android", "@capacitor/ios", "@capacitor/cli"])
    assert.equal(devDependencies[name], core);
  const swift = read("native/ios/App/CapApp-SPM/Package.swift");
  assert.ok(swift.includes(`exact: "${core}"`), "run `npm run native:build` after an update of Capacitor");
  const gradle = read("native/android/capacitor.settings.gradle");
  for (const name of ["@capacitor/app", "@aparajita/capacitor-secure-storage", "@capacitor-community/bluetooth-le"])
    assert.ok(gradle.includes(`node_modules/${name}/android`) && swift.includes(`node_modules/${name}"`), name);
});

test("the icons are the product's", async () => {
  const icon = new URL("../native/ios/App/App/Assets.xcassets/AppIcon.appiconset/AppIcon-512@2x.png", import.meta.url);
  const { width, height, hasAlpha } = await sharp(readFileSync(icon)).metadata();
  assert.deepEqual([width, height, hasAlpha], [1_024, 1_024, false]);
  for (const density of ["hdpi", "mdpi", "xhdpi", "xxhdpi", "xxxhdpi"])
    assert.ok(
      existsSync(new URL(`../native/android/app/src/main/res/mipmap-${density}/ic_launcher.png`, import.meta.url)),
    );
});

test("the application shows its own pages; those of the server and of others open in the browser", () => {
  const serverOrigin = "https://park.example";
  const find = (url: string) => findInternalPath({ url, serverOrigin });
  for (const path of ["/partner-with-us", "/acme/anna-nagar/home", "/pay/abc?t=1", "/commercial/home", "/login"])
    assert.equal(find(serverOrigin + path), path);
  for (const path of ["/", "/parking", "/parking/commercial/tamil-nadu", "/acme/a/parking/commercial/info", "/docs"])
    assert.equal(find(serverOrigin + path), undefined, path);
  for (const url of ["https://park.example.evil.example/pay/a", "http://park.example/pay/a", "not an address"])
    assert.equal(find(url), undefined, url);
  assert.ok(customerDocumentPath.test("/acme/a/valet-parking/customer/status"));
  assert.ok(!customerDocumentPath.test("/acme/a/valet-parking/dashboard"));
});
