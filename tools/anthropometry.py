#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Condenses an individual-records anthropometric survey into a Firsthand population file.

  tools/anthropometry.py --female ansur2_female.csv --male ansur2_male.csv --out assets/anthropometry/ansur2.json

Input: the public ANSUR II tables (US Army, 2012), one row per person, millimetres, weight in hectograms.
Output per sex and dimension: mean, standard deviation, quantiles; per sex the Pearson correlations and the correlations
of the normal scores (van der Waerden), which are what a Gaussian copula needs. Standard library only; reproducible.
"""
import argparse
import csv
import json
import statistics
import sys

# Ours, the survey's column, what it is.
DIMENSIONS = [
    ("stature", "stature", "floor to top of head, standing"),
    ("weight", "weightkg", "body mass"),
    ("span", "span", "fingertip to fingertip, arms outstretched"),
    ("acromial_height", "acromialheight", "floor to tip of shoulder"),
    ("sitting_height", "sittingheight", "seat to top of head"),
    ("eye_height_sitting", "eyeheightsitting", "seat to outer corner of the eye"),
    ("shoulder_elbow_length", "shoulderelbowlength", "acromion to bottom of the bent elbow"),
    ("forearm_hand_length", "forearmhandlength", "back of the bent elbow to fingertip"),
    ("knee_height_sitting", "kneeheightsitting", "floor to top of the bent knee"),
    ("cervicale_height", "cervicaleheight", "floor to the spine of C7"),
    ("suprasternale_height", "suprasternaleheight", "floor to the notch above the breastbone"),
    ("chest_height", "chestheight", "floor to the bust point"),
    ("axilla_height", "axillaheight", "floor to the armpit fold"),
    ("tenth_rib_height", "tenthribheight", "floor to the lowest rib"),
    ("waist_height", "waistheightomphalion", "floor to the navel"),
    ("iliocristale_height", "iliocristaleheight", "floor to top of the hip bone"),
    ("trochanterion_height", "trochanterionheight", "floor to top of the greater trochanter"),
    ("buttock_height", "buttockheight", "floor to the rearmost point of the buttock"),
    ("crotch_height", "crotchheight", "floor to the crotch"),
    ("knee_height_midpatella", "kneeheightmidpatella", "floor to the middle of the kneecap"),
    ("lateral_epicondyle_height", "lateralfemoralepicondyleheight", "floor to the outer knee axis landmark"),
    ("tibial_height", "tibialheight", "floor to top of the shin bone"),
    ("lateral_malleolus_height", "lateralmalleolusheight", "floor to the outer ankle bone"),
    ("popliteal_height", "poplitealheight", "floor to the back of the bent knee"),
    ("buttock_knee_length", "buttockkneelength", "back of the buttock to front of the knee, seated"),
    ("buttock_popliteal_length", "buttockpopliteallength", "back of the buttock to back of the knee, seated"),
    ("acromion_radiale_length", "acromionradialelength", "acromion to head of the radius, arm hanging"),
    ("radiale_stylion_length", "radialestylionlength", "head of the radius to the wrist"),
    ("hand_length", "handlength", "wrist to tip of the middle finger"),
    ("palm_length", "palmlength", "wrist to base of the middle finger"),
    ("hand_breadth", "handbreadth", "across the knuckles"),
    ("hand_circumference", "handcircumference", "around the knuckles"),
    ("wrist_circumference", "wristcircumference", "around the wrist"),
    ("forearm_circumference", "forearmcircumferenceflexed", "largest, elbow bent, fist"),
    ("biceps_circumference", "bicepscircumferenceflexed", "largest, elbow bent, fist"),
    ("shoulder_length", "shoulderlength", "side of the neck to acromion"),
    ("biacromial_breadth", "biacromialbreadth", "between the shoulder tips"),
    ("bideltoid_breadth", "bideltoidbreadth", "largest over the upper arms"),
    ("chest_breadth", "chestbreadth", "at the bust point"),
    ("chest_depth", "chestdepth", "at the bust point"),
    ("chest_circumference", "chestcircumference", "at the bust point"),
    ("waist_breadth", "waistbreadth", "at the navel"),
    ("waist_depth", "waistdepth", "at the navel"),
    ("waist_circumference", "waistcircumference", "at the navel"),
    ("bicristal_breadth", "bicristalbreadth", "between the hip bones"),
    ("hip_breadth", "hipbreadth", "largest, standing"),
    ("buttock_depth", "buttockdepth", "at the largest protrusion"),
    ("buttock_circumference", "buttockcircumference", "at the largest protrusion"),
    ("thigh_circumference", "thighcircumference", "below the gluteal fold"),
    ("lower_thigh_circumference", "lowerthighcircumference", "above the knee"),
    ("calf_circumference", "calfcircumference", "largest"),
    ("ankle_circumference", "anklecircumference", "smallest"),
    ("bimalleolar_breadth", "bimalleolarbreadth", "between the ankle bones"),
    ("thigh_clearance", "thighclearance", "seat to top of the thigh"),
    ("foot_length", "footlength", "heel to longest toe"),
    ("ball_of_foot_length", "balloffootlength", "heel to the ball of the foot"),
    ("foot_breadth", "footbreadthhorizontal", "largest"),
    ("heel_breadth", "heelbreadth", "largest"),
    ("neck_circumference", "neckcircumference", "below the larynx"),
    ("neck_base_circumference", "neckcircumferencebase", "at the root of the neck"),
    ("head_breadth", "headbreadth", "largest, above the ears"),
    ("head_length", "headlength", "brow ridge to back of the head"),
    ("head_circumference", "headcircumference", "above the brow ridges"),
    ("face_breadth", "bizygomaticbreadth", "between the cheekbones"),
    ("face_length", "mentonsellionlength", "chin to root of the nose"),
    ("tragion_top_of_head", "tragiontopofhead", "ear notch to top of the head"),
    ("interpupillary_breadth", "interpupillarybreadth", "between the pupils, looking far"),
    ("ear_length", "earlength", "largest"),
    ("ear_breadth", "earbreadth", "largest"),
    ("ear_protrusion", "earprotrusion", "from the head"),
    ("elbow_rest_height", "elbowrestheight", "seat to the bent elbow"),
    ("hip_breadth_sitting", "hipbreadthsitting", "largest, seated"),
    ("abdominal_depth_sitting", "abdominalextensiondepthsitting", "back to belly, seated"),
    ("thumbtip_reach", "thumbtipreach", "wall behind the back to thumb tip"),
    ("overhead_reach_sitting", "overheadfingertipreachsitting", "seat to fingertip, arm raised"),
    ("forearm_grip_length", "forearmcenterofgriplength", "back of the bent elbow to a gripped rod"),
]
LEVELS = [0.001, 0.0025, 0.005] + [p / 100 for p in range(1, 100)] + [0.995, 0.9975, 0.999]
# Interpupillary breadth is recorded in tenths of a millimetre, weight in tenths of a kilogram.
SCALES = {"weightkg": 0.1, "interpupillarybreadth": 0.0001}
IMPLAUSIBLE = {"stature": (1.2, 2.3), "weight": (30.0, 200.0)}


def read_columns(path):
    with open(path, encoding="latin-1", newline="") as file:
        rows = list(csv.DictReader(file))
    columns = {}
    for name, field, _ in DIMENSIONS:
        scale = SCALES.get(field, 0.001)
        values = [float(row[field]) * scale for row in rows]
        low, high = IMPLAUSIBLE.get(name, (0.0, 1e9))
        if not all(low < v < high for v in values):
            sys.exit(f"{path}: {field} has a value outside {low} .. {high}; is this the ANSUR II table?")
        columns[name] = values
    return columns, len(rows)


def quantile(ordered, p):
    """Linear interpolation between order statistics (Hyndman and Fan 1996, type 7)."""
    at = p * (len(ordered) - 1)
    i = min(int(at), len(ordered) - 2)
    return ordered[i] + (at - i) * (ordered[i + 1] - ordered[i])


def normal_scores(values):
    """van der Waerden scores; ties share the score of their mean rank."""
    n = len(values)
    order = sorted(range(n), key=values.__getitem__)
    normal = statistics.NormalDist()
    scores = [0.0] * n
    i = 0
    while i < n:
        j = i
        while j + 1 < n and values[order[j + 1]] == values[order[i]]:
            j += 1
        score = normal.inv_cdf((0.5 * (i + j) + 1.0) / (n + 1.0))
        for k in range(i, j + 1):
            scores[order[k]] = score
        i = j + 1
    return scores


def standardised(values):
    mean = statistics.fmean(values)
    centred = [v - mean for v in values]
    norm = sum(c * c for c in centred) ** 0.5
    return [c / norm for c in centred]


def lower_triangle(columns):
    """Row i holds the correlations with dimensions 0 .. i-1."""
    unit = [standardised(column) for column in columns]
    return [[round(sum(map(float.__mul__, unit[i], unit[j])), 5) for j in range(i)] for i in range(len(unit))]


def condense(path, sex):
    columns, count = read_columns(path)
    dimensions = {}
    for name, _, _ in DIMENSIONS:
        values = columns[name]
        ordered = sorted(values)
        dimensions[name] = {
            "mean": round(statistics.fmean(values), 6),
            "sd": round(statistics.stdev(values), 6),
            "quantiles": [round(quantile(ordered, p), 5) for p in LEVELS],
        }
    names = [name for name, _, _ in DIMENSIONS]
    return {
        "sex": sex,
        "count": count,
        "dimensions": dimensions,
        "correlation": lower_triangle([columns[name] for name in names]),
        "score_correlation": lower_triangle([normal_scores(columns[name]) for name in names]),
    }


def write_readably(population, path):
    """One dimension or matrix row per line: the file is meant to be read and compared by people."""
    text = json.dumps(population, indent=1)
    lines, row = [], ""
    for line in text.split("\n"):  # joins the elements of innermost lists
        stripped = line.strip()
        if row:
            row += " " + stripped
            if stripped.startswith("]"):
                lines.append(row)
                row = ""
        elif stripped.endswith("[") and "dimensions" not in stripped and "groups" not in stripped and "correlation" not in stripped:
            row = line
        else:
            lines.append(line)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--female", required=True)
    parser.add_argument("--male", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    population = {
        "format": "firsthand-population-1",
        "name": "ANSUR II",
        "provenance": {
            "source": "2012 Anthropometric Survey of U.S. Army Personnel (ANSUR II), public individual records; "
                      "Gordon et al., NATICK/TR-15/007, 2014",
            "surveyed": "2010-10 to 2012-04",
            "method": "tools/anthropometry.py: arithmetic mean, sample standard deviation, type 7 quantiles, Pearson "
                      "correlations of values and of van der Waerden normal scores; no weighting, nobody left out",
            "limits": "US soldiers, fit adults of working age: not children, the old or the very heavy",
        },
        "quantile_levels": LEVELS,
        "dimensions": [
            {"name": name, "unit": "kg" if name == "weight" else "m", "field": field, "meaning": meaning}
            for name, field, meaning in DIMENSIONS
        ],
        "groups": [condense(options.female, "female"), condense(options.male, "male")],
    }
    write_readably(population, options.out)


if __name__ == "__main__":
    main()
