"""Abbreviations that are spoken letter by letter and that nobody spells a name by: "m r i"."""

from __future__ import annotations

from privtool.text.word_sets import word_set

_GENERAL = word_set(
    """usa uae ussr usaf fbi cia irs aka asap faq lol omg usb atm dob tv tvs dvd dvds pc pcs cd cds
    vcr vcrs ceo cfo cto phd mba gpa nfl nba nhl mlb ncaa cnn nbc cbs abc hbo mtv espn npr bbc dmv
    hoa suv suvs rv gps diy vip rsvp eu nyc ny dc uk sql html url pdf vpn api cpu gpu hr pr pto
    lcd hd hdtv wifi hmo hmos pta"""
)
MEDICAL_ACRONYMS = word_set(
    """mri mris ct cts ekg ekgs ecg ecgs eeg emg er icu ed ent ob obgyn pt ot iv ivs gi gu bp hiv
    aids std stds sti hpv hsv tb copd ibs ibd uti utis afib chf cad cabg pci dvt pe pad mi
    cva als ms adhd ptsd ocd cpap bipap cbc bmp cmp bnp tsh psa inr ptt pt esr crp ldl hdl bun
    bmi alt iga igg igm csf gcsf egd ercp mrcp pft pfts pet bph mua mcv dcis lcis otc
    nsaid nsaids ssri ssris cbd thc ivf iud pcos pms bmd dexa rsv mrsa dka dnr cpr aed
    tpn npo prn bid tid qid lvad pacu picu gerd nsvt gfr egfr ppd ems"""
)
ACRONYMS = _GENERAL | MEDICAL_ACRONYMS
