// §2: a picture that is shared to the installed application from another one, such as the phone's pictures. The manifest names
// the route, which returns the picture to the tab; the check-in page attaches it. Described in docs/decisions/039-shared-pictures.md.
import { getKeys } from "#domain/object-keys.ts";
import type { Language, TranslatedLanguage } from "#domain/people/languages.ts";

export const sharePath = "/share";
/** Field of the form. */
export const sharedFileField = "picture";

/** The texts of the route's page, which has no catalogue, in the language of the browser. */
const texts = {
  "Shared picture": { hi: "शेयर की गई फ़ोटो", ta: "பகிர்ந்த போட்டோ", te: "షేర్ చేసిన ఫోటో", kn: "ಹಂಚಿದ ಫೋಟೋ" },
  "Opening check-in…": {
    hi: "चेक-इन खुल रहा है…",
    ta: "செக்-இன் திறக்கிறது…",
    te: "చెక్-ఇన్ తెరుచుకుంటోంది…",
    kn: "ಚೆಕ್-ಇನ್ ತೆರೆಯುತ್ತಿದೆ…",
  },
  "Check in": { hi: "चेक-इन", ta: "செக்-இன்", te: "చెక్-ఇన్", kn: "ಚೆಕ್-ಇನ್" },
  "This file cannot be read as a picture. Share a JPEG, PNG or WebP picture.": {
    hi: "यह फ़ाइल फ़ोटो के रूप में नहीं पढ़ी जा सकती। JPEG, PNG या WebP फ़ोटो शेयर करें।",
    ta: "இந்தக் கோப்பை போட்டோவாகப் படிக்க முடியவில்லை. JPEG, PNG அல்லது WebP போட்டோவைப் பகிரவும்.",
    te: "ఈ ఫైల్‌ను ఫోటోగా చదవలేము. JPEG, PNG లేదా WebP ఫోటో షేర్ చేయండి.",
    kn: "ಈ ಫೈಲ್ ಅನ್ನು ಫೋಟೋ ಆಗಿ ಓದಲು ಆಗುವುದಿಲ್ಲ. JPEG, PNG ಅಥವಾ WebP ಫೋಟೋ ಹಂಚಿಕೊಳ್ಳಿ.",
  },
  "This picture is too large. Share one of at most 10 MB and 50 megapixels.": {
    hi: "यह फ़ोटो बहुत बड़ी है। ज़्यादा से ज़्यादा 10 MB और 50 मेगापिक्सल की फ़ोटो शेयर करें।",
    ta: "இந்த போட்டோ மிகப் பெரியது. அதிகபட்சம் 10 MB, 50 மெகாபிக்சல் போட்டோவைப் பகிரவும்.",
    te: "ఈ ఫోటో చాలా పెద్దది. గరిష్ఠంగా 10 MB, 50 మెగాపిక్సెల్ ఫోటో షేర్ చేయండి.",
    kn: "ಈ ಫೋಟೋ ತುಂಬಾ ದೊಡ್ಡದು. ಗರಿಷ್ಠ 10 MB, 50 ಮೆಗಾಪಿಕ್ಸೆಲ್ ಫೋಟೋ ಹಂಚಿಕೊಳ್ಳಿ.",
  },
  "Share one picture at a time.": {
    hi: "एक बार में एक फ़ोटो शेयर करें।",
    ta: "ஒரு நேரத்தில் ஒரு போட்டோவைப் பகிரவும்.",
    te: "ఒకసారి ఒక ఫోటో షేర్ చేయండి.",
    kn: "ಒಮ್ಮೆಗೆ ಒಂದು ಫೋಟೋ ಹಂಚಿಕೊಳ್ಳಿ.",
  },
  "Too many pictures were shared. Wait a minute, then share it again.": {
    hi: "बहुत ज़्यादा फ़ोटो शेयर हुईं। एक मिनट रुककर फिर शेयर करें।",
    ta: "அதிக போட்டோக்கள் பகிரப்பட்டன. ஒரு நிமிடம் காத்திருந்து மீண்டும் பகிரவும்.",
    te: "చాలా ఫోటోలు షేర్ అయ్యాయి. ఒక నిమిషం ఆగి మళ్లీ షేర్ చేయండి.",
    kn: "ತುಂಬಾ ಫೋಟೋಗಳು ಹಂಚಿಕೆಯಾಗಿವೆ. ಒಂದು ನಿಮಿಷ ಕಾದು ಮತ್ತೆ ಹಂಚಿಕೊಳ್ಳಿ.",
  },
  "Another website sent this picture. Share it from the pictures of this device.": {
    hi: "यह फ़ोटो किसी दूसरी वेबसाइट ने भेजी। इसे इस डिवाइस की फ़ोटो में से शेयर करें।",
    ta: "வேறு இணையதளம் இந்த போட்டோவை அனுப்பியது. இந்தச் சாதனத்தின் போட்டோக்களிலிருந்து பகிரவும்.",
    te: "వేరే వెబ్‌సైట్ ఈ ఫోటోను పంపింది. ఈ పరికరంలోని ఫోటోల నుండి షేర్ చేయండి.",
    kn: "ಬೇರೆ ವೆಬ್‌ಸೈಟ್ ಈ ಫೋಟೋ ಕಳುಹಿಸಿದೆ. ಈ ಸಾಧನದ ಫೋಟೋಗಳಿಂದ ಹಂಚಿಕೊಳ್ಳಿ.",
  },
  "The picture could not be passed on. Take it on the check-in page.": {
    hi: "फ़ोटो आगे नहीं भेजी जा सकी। चेक-इन पेज पर फ़ोटो लें।",
    ta: "போட்டோவைக் கொண்டு செல்ல முடியவில்லை. செக்-இன் பக்கத்தில் போட்டோ எடுக்கவும்.",
    te: "ఫోటోను పంపలేకపోయాము. చెక్-ఇన్ పేజీలో ఫోటో తీయండి.",
    kn: "ಫೋಟೋ ಮುಂದೆ ಕಳುಹಿಸಲು ಆಗಲಿಲ್ಲ. ಚೆಕ್-ಇನ್ ಪುಟದಲ್ಲಿ ಫೋಟೋ ತೆಗೆಯಿರಿ.",
  },
} as const satisfies { readonly [text: string]: { readonly [language in TranslatedLanguage]: string } };

export type ShareText = keyof typeof texts;

/** All of them, for the list of unread translations. */
export const shareTexts = getKeys(texts);

export function getShareText({ text, language }: { text: ShareText; language: Language }): string {
  return language === "en" ? text : texts[text][language];
}
